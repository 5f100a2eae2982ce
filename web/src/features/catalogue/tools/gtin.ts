import { texts } from "./tool-form.texts.en.ts";

/** What is wrong with the digits of a bar code, as the server sees it. */
export function gtinError(typed: string): string | undefined {
  const digits = typed.replaceAll(/[ -]/g, "");
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return texts.gtinLength;
  // The weights are 1 and 3 in turn from the last digit on, and the weighted sum ends in 0.
  const sum = [...digits].reverse().reduce((sum, digit, at) => sum + +digit * (at % 2 ? 3 : 1), 0);
  return sum > 0 && sum % 10 === 0 ? undefined : texts.gtinCheck;
}
