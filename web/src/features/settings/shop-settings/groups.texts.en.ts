import { listed } from "../../../listed.ts";
import { formatCount, plural } from "../../../money.ts";

export const groups = {
  shop: "Shop",
  look: "Look & home",
  selling: "Selling",
  money: "Money",
  people: "People",
};

/** The state of each section in a few words. */
export const states = {
  draftsToCheck: (count: number) => `${plural(count, "first draft", "first drafts")} to check`,
  allChecked: "All checked",
  look: (hasLogo: boolean, colour: string) =>
    `${hasLogo ? "Your logo" : "No logo"}, ${colour ? `buttons in ${colour}` : "green buttons"}`,
  noTexts: "No texts yet",
  sectionsShown: (shown: number, all: number) => `${shown} of ${all} sections shown`,
  noAboutPage: "No such page yet",
  noLinks: "No links yet",
  minutesToPay: (minutes: number) => `${formatCount(minutes)} minutes to pay`,
  accountsOnly: "Every customer has an account",
  guestsUpTo: (amount: string) => `Visitors may buy up to ${amount}`,
  guests: "Visitors may buy",
  method: (name: string, prices: string) => `${name}: ${prices}`,
  noMethods: "No methods yet",
  payAtShop: "Customers may pay at the shop",
  payBefore: "Customers pay before",
  synonyms: (count: number) => `${plural(count, "group", "groups")} of synonyms`,
  noSynonyms: "No synonyms",
  newsletterOn: "Subscribe Now asks for an address",
  newsletterOff: "Subscribe Now says thank you",
  registered: (authorities: string[]) => `${listed(authorities)} registered`,
  codes: "Codes that customers enter",
  /** The choice about e-mails, and the address that gets them. */
  emailsTo: (choice: string, address: string) => `${choice} to ${address}`,
  /** The names of found switches of a setting. */
  found: (label: string, switches: string[]) => `${label}: ${listed(switches)}`,
};
