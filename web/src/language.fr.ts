import type { language as english } from "./language.en.ts";

export const language: typeof english = {
  code: "fr",
  tag: "fr-CA",
  other: {
    code: "en",
    tag: "en-CA",
    name: "English",
    offer: "This page is in English too.",
    show: "See this page in English",
  },
  localeOf: (_shop) => "fr-CA",
  // 0 and 1.5 are singular too.
  isOne: (count) => count < 2,
  range: (from, to) => `${from} au ${to}`,
  and: "et",
  or: "ou",
};
