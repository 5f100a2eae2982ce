import type { language as english } from "./language.en.ts";

export const language: typeof english = {
  code: "fr",
  tag: "fr-CA",
  otherCode: "en",
  otherTag: "en-CA",
  otherName: "English",
  showInOther: "See this page in English",
  // 0 and 1.5 are singular too.
  isOne: (count) => count < 2,
  range: (from, to) => `${from} au ${to}`,
  and: "et",
  or: "ou",
};
