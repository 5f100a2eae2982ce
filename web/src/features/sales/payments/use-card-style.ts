import type { StripeCardElementOptions } from "@stripe/stripe-js";
import { useThemeColors } from "../theme-colors.ts";

/** The theme's colours for the card field, whose iframe does not see the page's styles. */
export function useCardStyle(): StripeCardElementOptions {
  const { text, quiet, error } = useThemeColors();
  return {
    hidePostalCode: true,
    style: {
      base: { fontSize: "16px", color: text, "::placeholder": { color: quiet } },
      invalid: { color: error },
    },
  };
}
