import { hasWords } from "../../../fold.ts";
import { listed } from "../../../listed.ts";
import { formatCount, formatPrice, pluralize } from "../../../money.ts";
import { describePrices } from "./charges/delivery.ts";
import type { ManagedSettings } from "./queries.ts";
import { CHOICES, SECTION_TEXTS, SETTING_LABELS, type SettingName } from "./setting-texts.ts";
import { namesIn, SECTION_NAMES, SECTIONS, type SectionName } from "./settings-sections.ts";

/** The sections as the index shows them. Each section is in one group. */
export const GROUPS: Record<string, SectionName[]> = {
  Shop: ["shop", "legal"],
  "Look & home": ["look", "texts", "home", "about", "social"],
  Selling: ["checkout", "guests", "delivery", "pickUp", "reviews", "search"],
  Money: ["taxes", "codes"],
  People: ["emails", "staff"],
};

const chosen = (choices: Record<string, string>, value: string) => choices[value] ?? value;

/** The state of each section in a few words. */
const STATES: Record<SectionName, (settings: ManagedSettings) => string> = {
  shop: ({ name, email, phone }) => [name, email, phone].filter(Boolean).join(" · "),
  legal: ({ drafts }) =>
    drafts.length > 0 ? `${pluralize(drafts.length, "first draft")} to check` : "All checked",
  look: ({ logo, accent }) =>
    `${logo ? "Your logo" : "No logo"}, ${accent ? `buttons in ${accent}` : "green buttons"}`,
  texts: ({ about, description }) => about || description || "No texts yet",
  home: ({ homeSections }) =>
    `${homeSections.split(" ").filter(Boolean).length} of ${Object.keys(SECTION_TEXTS).length} sections shown`,
  about: ({ aboutTitle }) => aboutTitle || "No such page yet",
  social: ({ twitterUrl, youtubeUrl, facebookUrl, instagramUrl }) => {
    const names = { twitterUrl, youtubeUrl, facebookUrl, instagramUrl };
    const linked = Object.entries(names).filter(([, url]) => url);
    return listed(linked.map(([name]) => SETTING_LABELS[name as SettingName])) || "No links yet";
  },
  checkout: ({ checkoutMinutes }) => `${formatCount(Number(checkoutMinutes))} minutes to pay`,
  guests: ({ guestCheckout, guestLimit }) =>
    guestCheckout !== "on"
      ? "Every customer has an account"
      : guestLimit
        ? `Visitors may buy up to ${formatPrice(Number(guestLimit))}`
        : "Visitors may buy",
  delivery: ({ deliveryMethods }) =>
    deliveryMethods
      .map(({ name, isPickUp, prices }) => (isPickUp ? name : `${name}: ${describePrices(prices)}`))
      .join("; ") || "No methods yet",
  pickUp: ({ payAtPickUp }) =>
    payAtPickUp === "on" ? "Customers may pay at the shop" : "Customers pay before",
  reviews: ({ reviewPolicy }) => chosen(CHOICES.reviewPolicy, reviewPolicy),
  search: ({ synonyms }) => {
    const groups = synonyms.split("\n").filter((line) => line.trim());
    return groups.length > 0 ? `${pluralize(groups.length, "group")} of synonyms` : "No synonyms";
  },
  taxes: ({ taxRegistrations, taxStatus }) =>
    taxRegistrations.length > 0
      ? `${listed([...new Set(taxRegistrations.map(({ authority }) => authority))])} registered`
      : chosen(CHOICES.taxStatus, taxStatus),
  // The page of the index counts them.
  codes: () => "Codes that customers enter",
  emails: ({ orderEmails, notificationEmail, email }) => {
    const to = notificationEmail || email;
    return `${chosen(CHOICES.orderEmails, orderEmails)}${to ? ` to ${to}` : ""}`;
  },
  staff: ({ twoStepLogin }) => chosen(CHOICES.twoStepLogin, twoStepLogin),
};

export const stateOf = (name: SectionName, settings: ManagedSettings) => STATES[name](settings);

export interface FoundSetting {
  section: SectionName;
  /** Absent if the section itself was found. */
  field?: SettingName;
  text: string;
}

/** The sections and fields with these words. */
export function findSettings(search: string): FoundSetting[] {
  return SECTION_NAMES.flatMap((section): FoundSetting[] => {
    const { title, about } = SECTIONS[section];
    const fields = namesIn(SECTIONS[section])
      .map((field) => ({ section, field, text: SETTING_LABELS[field] }))
      .filter(({ text }) => hasWords(text, search));
    return hasWords(`${title} ${about}`, search) ? [{ section, text: title }, ...fields] : fields;
  });
}
