import { expect, test } from "vitest";
import { SETTING_LABELS, type SettingName } from "./setting-texts.ts";
import { namesIn, SECTIONS, type SettingsSection } from "./settings-sections.ts";

test("every setting has one field, but the state of the shop, which its own button changes", () => {
  const fields = Object.values<SettingsSection>(SECTIONS).flatMap(namesIn);
  const settings = Object.keys(SETTING_LABELS) as SettingName[];
  expect(settings.filter((name) => !fields.includes(name))).toEqual(["shopState"]);
  expect(fields).toHaveLength(new Set(fields).size);
});
