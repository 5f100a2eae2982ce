import { LOCALES } from "./locales.ts";
import type { ManagedSettings } from "./queries.ts";

export type SettingName = Exclude<keyof ManagedSettings, "drafts">;

/** In the form, in the history and where two owners changed the same one. */
export const SETTING_LABELS: Record<SettingName, string> = {
  name: "Name",
  logo: "Logo",
  accent: "Colour of buttons and links",
  email: "E-mail",
  phone: "Phone",
  hours: "Opening hours",
  timeZone: "Time zone",
  locale: "Dates and amounts",
  address: "Address",
  legalName: "Legal name",
  registrationNumbers: "Registration numbers",
  tagline: "Heading of the home page",
  intro: "Text below it",
  about: "Text in the footer",
  description: "Description for search engines",
  twitterUrl: "Twitter",
  youtubeUrl: "YouTube",
  facebookUrl: "Facebook",
  instagramUrl: "Instagram",
  notificationEmail: "Send to",
  orderEmails: "E-mail me about paid orders",
  lowStock: "Low stock",
  reviewPolicy: "Who can write reviews",
  twoStepLogin: "Two-step login",
  synonyms: "Synonyms",
  privacy: "Privacy",
  terms: "Terms",
  returns: "Returns",
};

export const CHOICES = {
  orderEmails: {
    each: "An e-mail for each order",
    daily: "One e-mail each morning",
    off: "No e-mail",
  },
  reviewPolicy: {
    everyone: "Every customer",
    verified: "Customers with a confirmed e-mail",
    buyers: "Customers with a paid order",
    approval: "Every customer, after your approval",
  },
  twoStepLogin: {
    optional: "Each person decides",
    staff: "Owner and staff must use it",
  },
  locale: Object.fromEntries(LOCALES.map(({ name, title }) => [name, title])),
};

/** Outside of the form, where no group explains them. */
const LONG_LABELS: Partial<typeof SETTING_LABELS> = {
  intro: "Text below the heading",
  notificationEmail: "Address for e-mails to you",
  orderEmails: "E-mails about paid orders",
};

export const settingLabel = (name: string) =>
  LONG_LABELS[name as SettingName] ?? SETTING_LABELS[name as SettingName] ?? name;

/** A value as the form shows it. */
export function settingText(name: string, value: string): string {
  const choices: Record<string, Record<string, string>> = CHOICES;
  return (Object.hasOwn(choices, name) && choices[name]?.[value]) || value || "empty";
}
