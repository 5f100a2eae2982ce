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

/** What was typed, without the changes of these settings. The legal pages are saved together. */
export const withoutChanges = (
  { checked, ...typed }: SettingsDraft,
  stored: ManagedSettings,
  names: SettingName[],
): SettingsDraft => ({
  ...typed,
  ...Object.fromEntries(names.map((name) => [name, stored[name]])),
  checked: names.includes("terms") ? draftOf(stored).checked : checked,
});

/** A setting that was changed here and by another owner. */
export interface SettingsConflict {
  name: SettingName;
  theirs: string;
  ours: string;
}

export function conflictsOf(typed: SettingsDraft, base: ManagedSettings, now: ManagedSettings) {
  const names = Object.keys(changesOf(typed, base)) as SettingName[];
  return names
    .filter((name) => now[name] !== base[name] && now[name] !== typed[name])
    .map((name): SettingsConflict => ({ name, theirs: now[name], ours: typed[name] }));
}
