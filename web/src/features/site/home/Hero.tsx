import { useQuery } from "@tanstack/react-query";
import { type MouseEvent, type ReactNode, useState } from "react";
import { hasName, useShop } from "../../../api/shop.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { latestToolsQuery } from "../../catalogue/queries.ts";

export function Hero() {
  const { name, tagline, intro, siteParts } = useShop();
  const { data: tools } = useQuery(latestToolsQuery);
  const isEmpty = tools?.length === 0;
  const text = isEmpty ? "Nothing is for sale yet. Please come back soon." : intro;
  const [dialog, setDialog] = useState<ReactNode>();
  // The dialog is not a part of the first visit. A new one opens with each press.
  const subscribe = async ({ timeStamp }: MouseEvent) => {
    const { SubscribedDialog } = await import("./SubscribedDialog.tsx");
    setDialog(<SubscribedDialog key={timeStamp} />);
  };
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
                onClick={subscribe}
              >
                Subscribe Now
              </Button>
            )}
          </div>
        </div>
      </div>
      {dialog}
    </section>
  );
}
