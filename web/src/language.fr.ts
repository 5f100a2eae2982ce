import type { language as english } from "./language.en.ts";

export const language: typeof english = {
  code: "fr",
  localeOf: () => "fr-CA",
  // 0 and 1.5 are singular too.
  isOne: (count) => count < 2,
  range: (from, to) => `${from} au ${to}`,
  and: "et",
  or: "ou",
};
