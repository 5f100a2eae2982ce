import type { ManagedSettings } from "./queries.ts";

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

/** The settings that differ, and the checked texts. All others are left out, so that they keep their first values. */
export function changesOf({ checked, ...typed }: SettingsDraft, stored: ManagedSettings) {
  const names = Object.keys(typed) as (keyof Settings)[];
  const isChanged = (name: keyof Settings) =>
    typed[name] !== stored[name] || (name in checked && checked[name as LegalPage]);
  return Object.fromEntries(
    names.filter(isChanged).map((name) => [name, typed[name]]),
  ) as Partial<Settings>;
}

/** A setting that was changed here and by another owner. */
export interface SettingsConflict {
  name: keyof Settings;
  theirs: string;
  ours: string;
}

export function conflictsOf(typed: SettingsDraft, base: ManagedSettings, now: ManagedSettings) {
  const names = Object.keys(changesOf(typed, base)) as (keyof Settings)[];
  return names
    .filter((name) => now[name] !== base[name] && now[name] !== typed[name])
    .map((name): SettingsConflict => ({ name, theirs: now[name], ours: typed[name] }));
}
