import { currentShop, hasName } from "../../../api/shop.ts";
import { hasWords } from "../../../fold.ts";
import { listed } from "../../../listed.ts";
import { formatPrice } from "../../../money.ts";
import { describePrices } from "./charges/delivery.ts";
import { authorityName } from "./charges/taxes.ts";
import { groups, states as texts } from "./groups.texts.en.ts";
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
  [groups.shop]: ["shop", "legal", "quebec"],
  [groups.look]: ["look", "texts", "home", "about", "social"],
  [groups.selling]: ["checkout", "guests", "delivery", "pickUp", "reviews", "search"],
  [groups.money]: ["taxes", "codes"],
  [groups.people]: ["emails", "newsletter", "staff"],
};

const chosen = (choices: Record<string, string>, value: string) => choices[value] ?? value;

/** The state of each section in a few words. */
const STATES: Record<SectionName, (settings: ManagedSettings) => string> = {
  shop: ({ name, email, phone }) => [name, email, phone].filter(Boolean).join(" · "),
  legal: ({ drafts, frenchDrafts }) => {
    const count = drafts.length + frenchDrafts.length;
    return count > 0 ? texts.draftsToCheck(count) : texts.allChecked;
  },
  quebec: ({ quebecSales }) => chosen(CHOICES.quebecSales, quebecSales),
  look: ({ logo, accent }) => texts.look(Boolean(logo), accent),
  texts: ({ about, description }) => about || description || texts.noTexts,
  home: ({ homeSections, hasArticles: isDemo }) => {
    const offered = Object.keys(sectionTexts(isDemo));
    const shown = offered.filter((name) => hasName(homeSections, name));
    return texts.sectionsShown(shown.length, offered.length);
  },
  about: ({ aboutTitle }) => aboutTitle || texts.noAboutPage,
  social: ({ twitterUrl, youtubeUrl, facebookUrl, instagramUrl }) => {
    const names = { twitterUrl, youtubeUrl, facebookUrl, instagramUrl };
    const linked = Object.entries(names).filter(([, url]) => url);
    return listed(linked.map(([name]) => SETTING_LABELS[name as SettingName])) || texts.noLinks;
  },
  checkout: ({ checkoutMinutes }) => texts.minutesToPay(Number(checkoutMinutes)),
  guests: ({ guestCheckout, guestLimit }) =>
    guestCheckout !== "on"
      ? texts.accountsOnly
      : guestLimit
        ? texts.guestsUpTo(formatPrice(Number(guestLimit)))
        : texts.guests,
  delivery: ({ deliveryMethods }) =>
    deliveryMethods
      .map(({ name, isPickUp, prices }) =>
        isPickUp ? name : texts.method(name, describePrices(prices)),
      )
      .join("; ") || texts.noMethods,
  pickUp: ({ payAtPickUp }) => (payAtPickUp === "on" ? texts.payAtShop : texts.payBefore),
  reviews: ({ reviewPolicy }) => chosen(CHOICES.reviewPolicy, reviewPolicy),
  search: ({ synonyms }) => {
    const lines = synonyms.split("\n").filter((line) => line.trim());
    return lines.length > 0 ? texts.synonyms(lines.length) : texts.noSynonyms;
  },
  taxes: ({ taxRegistrations, taxStatus }) =>
    taxRegistrations.length > 0
      ? texts.registered([
          ...new Set(taxRegistrations.map(({ authority }) => authorityName(authority))),
        ])
      : chosen(CHOICES.taxStatus, taxStatus),
  // The page of the index counts them.
  codes: () => texts.codes,
  emails: ({ orderEmails, notificationEmail, email }) => {
    const to = notificationEmail || email;
    const choice = chosen(CHOICES.orderEmails, orderEmails);
    return to ? texts.emailsTo(choice, to) : choice;
  },
  newsletter: ({ newsletter }) => (newsletter === "on" ? texts.newsletterOn : texts.newsletterOff),
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
      return switches.length > 0 ? { ...place, text: texts.found(label, switches) } : [];
    });
    return hasWords(`${title} ${about}`, search) ? [{ section, text: title }, ...fields] : fields;
  });
}
