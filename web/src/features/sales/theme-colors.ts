import type { Appearance } from "@stripe/stripe-js";
import { useEffect, useState } from "react";

interface ThemeColors {
  text: string;
  quiet: string;
  error: string;
  field: string;
  rule: string;
  primary: string;
}

function read(): ThemeColors {
  const theme = getComputedStyle(document.documentElement);
  const of = (name: string) => theme.getPropertyValue(name).trim();
  return {
    text: of("--color-base-content"),
    quiet: of("--quiet"),
    error: of("--color-error"),
    field: of("--field"),
    rule: of("--rule-strong"),
    primary: of("--color-primary"),
  };
}

/** The theme's colours for the card provider's frames, which do not see the page's styles. */
export function useThemeColors(): ThemeColors {
  const [colors, setColors] = useState(read);
  useEffect(() => {
    const change = () => setColors(read());
    const choice = new MutationObserver(change);
    choice.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", change);
    return () => {
      choice.disconnect();
      system.removeEventListener("change", change);
    };
  }, []);
  return colors;
}

/** The same for the Payment Element, which draws its own fields. */
export const appearanceOf = ({
  text,
  quiet,
  error,
  field,
  rule,
  primary,
}: ThemeColors): Appearance => ({
  variables: {
    ...{ colorText: text, colorTextSecondary: quiet, colorTextPlaceholder: quiet },
    ...{ colorDanger: error, colorBackground: field, colorPrimary: primary },
    ...{ borderRadius: "0", fontSizeBase: "16px" },
  },
  rules: { ".Input": { border: `1px solid ${rule}`, boxShadow: "none" } },
});
