import { currentShop, hasName } from "../../../api/shop.ts";
import { hasWords } from "../../../fold.ts";
import { listed } from "../../../listed.ts";
import { formatCount, formatPrice, pluralize } from "../../../money.ts";
import { describePrices } from "./charges/delivery.ts";
import type { ManagedSettings } from "./queries.ts";
import {
  CHOICES,
  PART_TEXTS,
  SETTING_LABELS,
  type SettingName,
  sectionTexts,
} from "./setting-texts.ts";
import type { SettingsDraft } from "./settings-draft.ts";
import { entriesOf, SECTION_NAMES, SECTIONS, type SectionName } from "./settings-sections.ts";

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
  home: ({ homeSections, hasArticles: isDemo }) => {
    const offered = Object.keys(sectionTexts(isDemo));
    const shown = offered.filter((name) => hasName(homeSections, name));
    return `${shown.length} of ${offered.length} sections shown`;
  },
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
  /** Absent if the section itself was found, or the field is not shown. */
  field?: SettingName;
  text: string;
}

/** The words of a setting that is a list of switches. */
function switchesOf(name: SettingName): string[] {
  if (name === "homeSections") return Object.values(sectionTexts(currentShop().hasArticles));
  return name === "siteParts" ? Object.values(PART_TEXTS) : [];
}

/** The sections and fields with these words. A field that is not shown leads to its section. */
export function findSettings(search: string, typed: SettingsDraft): FoundSetting[] {
  return SECTION_NAMES.flatMap((section): FoundSetting[] => {
    const { title, about } = SECTIONS[section];
    const fields = entriesOf(SECTIONS[section]).flatMap(([field, { hint = "", when }]) => {
      const label = SETTING_LABELS[field];
      const place = when && !when(typed) ? { section } : { section, field };
      if (hasWords(`${label} ${hint}`, search)) return { ...place, text: label };
      const switches = switchesOf(field).filter((text) => hasWords(text, search));
      return switches.length > 0 ? { ...place, text: `${label}: ${listed(switches)}` } : [];
    });
    return hasWords(`${title} ${about}`, search) ? [{ section, text: title }, ...fields] : fields;
  });
}
