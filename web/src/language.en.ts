// What differs between the languages beside the texts. The French build takes each `.fr.ts` in place of its `.en.ts`
// (build/language.ts), so a page has one language inside.

export const language = {
  code: "en" as "en" | "fr",
  /** The tag of the texts (BCP 47). */
  tag: "en-CA",
  /** The other language, in its own words. */
  other: {
    code: "fr" as "en" | "fr",
    tag: "fr-CA",
    name: "Français",
    offer: "Cette page existe aussi en français.",
    show: "Voir cette page en français",
  },
  /** The locale of dates and amounts: in English the owner's choice. */
  localeOf: (shop: string): string => shop,
  /** Whether a noun is singular after this number. */
  isOne: (count: number): boolean => count === 1,
  /** From one day or number to another. */
  range: (from: string, to: string): string => `${from} to ${to}`,
  and: "and",
  or: "or",
};
