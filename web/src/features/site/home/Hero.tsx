import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { hasName, useShop } from "../../../api/shop.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { CheckIcon } from "../../../ui/icons.tsx";
import { latestToolsQuery } from "../../catalogue/queries.ts";

export function Hero() {
  const { name, tagline, intro, siteParts } = useShop();
  const { data: tools } = useQuery(latestToolsQuery);
  const isEmpty = tools?.length === 0;
  const text = isEmpty ? "Nothing is for sale yet. Please come back soon." : intro;
  const [subscribed, setSubscribed] = useState(false);
  return (
    <section aria-labelledby="hero" className="hero">
      <div
        className={`measure grid items-end gap-6 py-10 sm:py-16 lg:gap-10 lg:py-24 ${text ? "lg:grid-cols-[3fr_2fr]" : ""}`}
      >
        <h1 id="hero" className="text-display">
          {tagline || name}
        </h1>
        <div>
          {text && (
            <p className="mb-6 max-w-md text-lead whitespace-pre-line wrap-anywhere">{text}</p>
          )}
          <div className="flex flex-wrap gap-3">
            {!isEmpty && (
              <AppLink
                to={paths.tools}
                className="btn border-[#fbf8f1] bg-[#fbf8f1] px-7 text-[#22392a] hover:bg-transparent hover:text-[#fbf8f1]"
              >
                All Tools
              </AppLink>
            )}
            {hasName(siteParts, "subscribe") && (
              <Button
                variant="quiet"
                className="border-current px-7 noscript:hidden text-inherit hover:bg-[#fbf8f1] hover:text-[#22392a]"
                onClick={() => setSubscribed(true)}
              >
                Subscribe Now
              </Button>
            )}
          </div>
        </div>
      </div>
      {/* docs/specification.md: nothing is sent. */}
      <Dialog open={subscribed} title="Subscription done!" onClose={() => setSubscribed(false)}>
        <p className="mt-3 flex gap-2 text-success">
          <CheckIcon />
          Thank you
        </p>
        <div className="mt-8 flex justify-end">
          <Button onClick={() => setSubscribed(false)}>OK</Button>
        </div>
      </Dialog>
    </section>
  );
}
