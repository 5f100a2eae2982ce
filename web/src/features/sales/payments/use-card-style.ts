import type { StripeCardElementOptions } from "@stripe/stripe-js";
import { useEffect, useState } from "react";

/** The theme's colours for the card field, whose iframe does not see the page's styles. */
export function useCardStyle(): StripeCardElementOptions {
  const [style, setStyle] = useState<StripeCardElementOptions>({ hidePostalCode: true });

  useEffect(() => {
    const read = () => {
      const theme = getComputedStyle(document.documentElement);
      setStyle({
        hidePostalCode: true,
        style: {
          base: {
            fontSize: "16px",
            color: theme.getPropertyValue("--color-base-content").trim(),
            "::placeholder": { color: theme.getPropertyValue("--quiet").trim() },
          },
          invalid: { color: theme.getPropertyValue("--color-error").trim() },
        },
      });
    };
    read();
    const choice = new MutationObserver(read);
    choice.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", read);
    return () => {
      choice.disconnect();
      system.removeEventListener("change", read);
    };
  }, []);

  return style;
}
