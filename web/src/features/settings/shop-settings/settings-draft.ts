import type { Conflict } from "../Conflicts.tsx";
import type { Drafted } from "./charges/numbers.ts";
import { settingWords } from "./charges/setting-words.ts";
import type { ManagedSettings, Settings } from "./queries.ts";
import type { SettingName } from "./setting-texts.ts";

type LegalPage = ManagedSettings["drafts"][number];

/** What the form holds. `checked`: the first texts that the owner accepts as they are. */
export type SettingsDraft = Drafted<Settings> & { checked: Record<LegalPage, boolean> };

/** A text, or the rows of a list. */
export type SettingValue = SettingsDraft[SettingName];

/** The rows of a list have no identity. */
const isSame = (one: SettingValue, other: SettingValue) =>
  JSON.stringify(one) === JSON.stringify(other);

export function draftOf({
  drafts: _,
  aboutContent: __,
  hasArticles: ___,
  ...settings
}: ManagedSettings): SettingsDraft {
  return { ...settings, checked: { privacy: false, terms: false, returns: false } };
}

/** What was typed over older settings, over the current ones. */
export const rebased = (typed: SettingsDraft, base: ManagedSettings, now: ManagedSettings) => ({
  ...draftOf(now),
  ...changesOf(typed, base),
  checked: typed.checked,
});

/**
 * The settings that differ, and the checked texts. All others are left out, so that they keep their first values.
 * `names`: only these.
 */
export function changesOf(
  { checked, ...typed }: SettingsDraft,
  stored: ManagedSettings,
  names = Object.keys(typed) as SettingName[],
) {
  const isChanged = (name: SettingName) =>
    !isSame(typed[name], stored[name]) || (name in checked && checked[name as LegalPage]);
  return Object.fromEntries(
    names.filter(isChanged).map((name) => [name, typed[name]]),
  ) as Partial<SettingsDraft>;
}

/** What is in the form after these settings were saved as they were sent. What was typed meanwhile stays. */
export function afterSave(
  typed: SettingsDraft,
  sent: SettingsDraft,
  names: SettingName[],
  stored: ManagedSettings,
  saved: ManagedSettings,
): SettingsDraft {
  const base = { ...stored, ...Object.fromEntries(names.map((name) => [name, sent[name]])) };
  const isChecked = (page: LegalPage) =>
    typed.checked[page] && !(names.includes(page) && sent.checked[page]);
  const checked = {
    privacy: isChecked("privacy"),
    terms: isChecked("terms"),
    returns: isChecked("returns"),
  };
  return rebased({ ...typed, checked }, base, saved);
}

export function conflictsOf(typed: SettingsDraft, base: ManagedSettings, now: ManagedSettings) {
  const names = Object.keys(changesOf(typed, base)) as SettingName[];
  return names
    .filter((name) => !isSame(now[name], base[name]) && !isSame(now[name], typed[name]))
    .map((name): Conflict<SettingName> => {
      const [theirs, ours] = [now[name], typed[name]].map((value) => settingWords(name, value));
      return { name, theirs: theirs ?? "", ours: ours ?? "" };
    });
}
