// What differs between the languages beside the texts. The French build takes each `.fr.ts` in place of its `.en.ts`
// (build/language.ts), so a page has one language inside.

export const language = {
  code: "en" as "en" | "fr",
  /** The tag of the texts (BCP 47). */
  tag: "en-CA",
  /** The other language, in its own words. */
  otherCode: "fr" as "en" | "fr",
  otherTag: "fr-CA",
  otherName: "Français",
  showInOther: "Voir cette page en français",
  /** Whether a noun is singular after this number. */
  isOne: (count: number): boolean => count === 1,
  /** From one day or number to another. */
  range: (from: string, to: string): string => `${from} to ${to}`,
  and: "and",
  or: "or",
};
