import type { Conflict } from "../Conflicts.tsx";
import type { Drafted } from "./charges/numbers.ts";
import { settingWords } from "./charges/setting-words.ts";
import type { FrenchTexts, ManagedSettings, Settings, TranslatedName } from "./queries.ts";
import type { SettingName } from "./setting-texts.ts";

type LegalPage = ManagedSettings["drafts"][number];

type CheckedPages = Record<LegalPage, boolean>;

/** What the form holds. `checked`, `checkedFrench`: the first texts that the owner accepts as they are. */
export type SettingsDraft = Drafted<Settings> & {
  french: FrenchTexts;
  checked: CheckedPages;
  checkedFrench: CheckedPages;
};

/** What PUT /shop-settings takes. */
export type SettingsChange = Partial<Drafted<Settings>> & { french?: Partial<FrenchTexts> };

/** A field of the form: a setting, or its text in French. */
export type DraftField = SettingName | `fr.${TranslatedName}`;

/** A text, or the rows of a list. */
export type SettingValue = SettingsDraft[SettingName];

/** The rows of a list have no identity. */
const isSame = (one: SettingValue, other: SettingValue) =>
  JSON.stringify(one) === JSON.stringify(other);

export function draftOf({
  drafts: _,
  aboutContent: __,
  hasArticles: ___,
  frenchDrafts: ____,
  ...settings
}: ManagedSettings): SettingsDraft {
  const none = { privacy: false, terms: false, returns: false };
  return { ...settings, checked: none, checkedFrench: none };
}

/** What was typed over older settings, over the current ones. */
export function rebased(
  typed: SettingsDraft,
  base: ManagedSettings,
  now: ManagedSettings,
): SettingsDraft {
  const { checked, checkedFrench } = typed;
  const { french, ...changes } = changesOf(typed, base);
  return {
    ...draftOf(now),
    ...changes,
    french: { ...now.french, ...french },
    checked,
    checkedFrench,
  };
}

/**
 * The settings that differ, and the checked texts. All others are left out, so that they keep their first values.
 * `names`: only these.
 */
export function changesOf(
  { checked, checkedFrench, french, ...typed }: SettingsDraft,
  stored: ManagedSettings,
  names = Object.keys(typed) as SettingName[],
): SettingsChange {
  const isChecked = (pages: CheckedPages, name: string) =>
    name in pages && pages[name as LegalPage];
  const isChanged = (name: SettingName) =>
    !isSame(typed[name], stored[name]) || isChecked(checked, name);
  const changes = names.filter(isChanged).map((name) => [name, typed[name]]);
  const inFrench = (Object.keys(french) as TranslatedName[])
    .filter((name) => names.includes(name))
    .filter((name) => french[name] !== stored.french[name] || isChecked(checkedFrench, name))
    .map((name) => [name, french[name]]);
  return {
    ...Object.fromEntries(changes),
    ...(inFrench.length > 0 && { french: Object.fromEntries(inFrench) }),
  };
}

/** What is in the form after these settings were saved as they were sent. What was typed meanwhile stays. */
export function afterSave(
  typed: SettingsDraft,
  sent: SettingsDraft,
  names: SettingName[],
  stored: ManagedSettings,
  saved: ManagedSettings,
): SettingsDraft {
  const sentTexts = Object.entries(sent.french).filter(([name]) =>
    names.includes(name as SettingName),
  );
  const base = {
    ...stored,
    ...Object.fromEntries(names.map((name) => [name, sent[name]])),
    french: { ...stored.french, ...Object.fromEntries(sentTexts) },
  };
  const stillChecked = (language: "checked" | "checkedFrench") => {
    const isChecked = (page: LegalPage) =>
      typed[language][page] && !(names.includes(page) && sent[language][page]);
    return {
      privacy: isChecked("privacy"),
      terms: isChecked("terms"),
      returns: isChecked("returns"),
    };
  };
  const checked = stillChecked("checked");
  const checkedFrench = stillChecked("checkedFrench");
  return rebased({ ...typed, checked, checkedFrench }, base, saved);
}

export function conflictsOf(typed: SettingsDraft, base: ManagedSettings, now: ManagedSettings) {
  const { french = {}, ...changes } = changesOf(typed, base);
  const inFrench = (Object.keys(french) as TranslatedName[])
    .filter((name) => now.french[name] !== base.french[name])
    .filter((name) => now.french[name] !== typed.french[name])
    .map((name): Conflict<DraftField> => {
      return { name: `fr.${name}`, theirs: now.french[name], ours: typed.french[name] };
    });
  const others = (Object.keys(changes) as SettingName[])
    .filter((name) => !isSame(now[name], base[name]) && !isSame(now[name], typed[name]))
    .map((name): Conflict<DraftField> => {
      const [theirs, ours] = [now[name], typed[name]].map((value) => settingWords(name, value));
      return { name, theirs: theirs ?? "", ours: ours ?? "" };
    });
  return [...others, ...inFrench];
}

/** The translated setting of a field, if the field is its text in French. */
export const frenchNameOf = (field: DraftField): TranslatedName | undefined =>
  field.startsWith("fr.") ? (field.slice(3) as TranslatedName) : undefined;
