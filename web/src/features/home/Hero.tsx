import { useState } from "react";
import { useShop } from "../../api/shop.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { CheckIcon } from "../../ui/icons.tsx";

export function Hero() {
  const { tagline, intro } = useShop();
  const [subscribed, setSubscribed] = useState(false);
  return (
    <section aria-labelledby="hero" className="hero">
      <div className="measure grid items-end gap-10 py-20 lg:grid-cols-[3fr_2fr] lg:py-28">
        <h1 id="hero" className="text-display">
          {tagline}
        </h1>
        <div>
          <p className="max-w-md text-lead whitespace-pre-line wrap-anywhere">{intro}</p>
          <Button
            variant="quiet"
            className="mt-8 border-current px-7 text-inherit hover:bg-[#fbf8f1] hover:text-[#22392a]"
            onClick={() => setSubscribed(true)}
          >
            Subscribe Now
          </Button>
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
