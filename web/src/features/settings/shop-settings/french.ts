import { ApiError } from "../../../api/errors.ts";
import { language } from "../../../language.en.ts";
import { isNameMissing, isTextMissing } from "./charges/delivery.ts";
import type { FrenchTexts, ManagedSettings, TranslatedName } from "./queries.ts";
import type { SettingsDraft } from "./settings-draft.ts";
import { entriesOf, SECTIONS, type SettingsSection } from "./settings-sections.ts";

/** The texts of the owner that have a second one in French. */
export const TRANSLATED: Record<TranslatedName, true> = {
  hours: true,
  howToPay: true,
  tagline: true,
  intro: true,
  about: true,
  description: true,
  bannerSlides: true,
  summaryRows: true,
  sellTitle: true,
  sellText: true,
  sellSteps: true,
  location: true,
  yearTitle: true,
  yearSeasons: true,
  storyText: true,
  aboutTitle: true,
  aboutText: true,
  privacy: true,
  terms: true,
  returns: true,
};

export const isTranslated = (name: string): name is TranslatedName =>
  Object.hasOwn(TRANSLATED, name);

/** Whether French pages show the English text. */
export const isMissing = (name: TranslatedName, { french, ...english }: SettingsDraft) =>
  english[name].trim() !== "" && french[name].trim() === "";

/** The shown texts of a section that are missing in French. */
const missingIn = (section: SettingsSection, draft: SettingsDraft): TranslatedName[] =>
  entriesOf(section)
    .filter(([, { when }]) => !when || when(draft))
    .map(([name]) => name)
    .filter(isTranslated)
    .filter((name) => isMissing(name, draft));

/** How many texts of a section are missing in French, delivery methods included. */
export function countMissingIn(section: SettingsSection, draft: SettingsDraft): number {
  const methods = "deliveryMethods" in section.fields ? draft.deliveryMethods : [];
  const ofMethods = [...methods.filter(isNameMissing), ...methods.filter(isTextMissing)];
  return missingIn(section, draft).length + ofMethods.length;
}

/** How many texts of the shop are missing in French. */
export const countMissing = (draft: SettingsDraft) =>
  Object.values(SECTIONS).reduce((sum, section) => sum + countMissingIn(section, draft), 0);

/** The server's errors of French texts, by the names of their fields in the form. */
export function atFrenchFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const errors = error.fields.map((it) =>
    it.field === "french" && it.member ? { ...it, field: `french.${it.member}` } : it,
  );
  return ApiError.from(error, { ...error.members, errors });
}

/** The settings as the pages of this language show them. */
export function inPageLanguage(saved: ManagedSettings): ManagedSettings {
  if (language.code === "en") return saved;
  const written = Object.entries(saved.french).filter(([, text]) => text);
  return {
    ...saved,
    ...(Object.fromEntries(written) as Partial<FrenchTexts>),
    drafts: saved.frenchDrafts,
  };
}
