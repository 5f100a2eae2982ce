import { PROVINCES } from "../../../provinces.ts";
import { settingWords } from "./charges/setting-words.ts";
import {
  choices as choiceTexts,
  labels,
  longLabels,
  parts,
  sections,
  values,
} from "./labels.texts.en.ts";
import { LOCALES } from "./locales.ts";
import type { Settings, TranslatedName } from "./queries.ts";
import type { SettingValue } from "./settings-draft.ts";
import { french } from "./texts.en.tsx";

export type SettingName = keyof Settings;

/** The labels of settings in the form, in the history and where two owners changed the same one. */
export const SETTING_LABELS: Record<SettingName, string> = labels;

/** The titles of the home page's sections, in the order of a new shop and of the specification. */
export const SECTION_TEXTS: Record<string, string> = sections;

/** In the demo, the sections at the top have the place of docs/specification.md. */
export function sectionTexts(isDemo: boolean): typeof SECTION_TEXTS {
  const { categories: _, new: __, ...inDemo } = SECTION_TEXTS;
  return isDemo ? inDemo : SECTION_TEXTS;
}

export const PART_TEXTS: Record<string, string> = parts;

export const CHOICES = {
  ...choiceTexts,
  homeProvince: { "": values.ofAddress, ...PROVINCES },
  locale: Object.fromEntries(LOCALES.map(({ name, title }) => [name, title])),
};

/** Outside of the form, where no group explains them. */
const LONG_LABELS: Partial<typeof SETTING_LABELS> = longLabels;

export const settingLabel = (name: string): string =>
  name.startsWith("fr.")
    ? french.labelOf(settingLabel(name.slice(3)))
    : (LONG_LABELS[name as SettingName] ?? SETTING_LABELS[name as SettingName] ?? name);

export const frenchLabel = (name: TranslatedName) => french.labelOf(SETTING_LABELS[name]);

const NAMES: Record<string, Record<string, string>> = {
  homeSections: SECTION_TEXTS,
  siteParts: PART_TEXTS,
};

/** A value as the form shows it. */
export function settingText(name: string, value: SettingValue): string {
  if (typeof value !== "string") return settingWords(name, value) || values.empty;
  const names = NAMES[name];
  if (names)
    return (
      value
        .split(" ")
        .map((it) => names[it] ?? it)
        .join(", ") || values.none
    );
  const choices: Record<string, Record<string, string>> = CHOICES;
  const chosen = Object.hasOwn(choices, name) && choices[name]?.[value];
  return chosen || settingWords(name, value) || values.empty;
}
