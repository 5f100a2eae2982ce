import type { Conflict } from "../Conflicts.tsx";
import type { ManagedSettings } from "./queries.ts";
import type { SettingName } from "./setting-texts.ts";

type LegalPage = ManagedSettings["drafts"][number];
type Settings = Omit<ManagedSettings, "drafts" | "aboutContent" | "hasArticles">;

/** What the form holds. `checked`: the first texts that the owner accepts as they are. */
export type SettingsDraft = Settings & { checked: Record<LegalPage, boolean> };

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
    typed[name] !== stored[name] || (name in checked && checked[name as LegalPage]);
  return Object.fromEntries(
    names.filter(isChanged).map((name) => [name, typed[name]]),
  ) as Partial<Settings>;
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
    .filter((name) => now[name] !== base[name] && now[name] !== typed[name])
    .map((name): Conflict<SettingName> => ({ name, theirs: now[name], ours: typed[name] }));
}
