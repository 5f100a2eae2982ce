import type { components } from "../../../../api/schema.gen.ts";
import { paths } from "../../../../pages.ts";
import { type SettingName, settingLabel } from "../setting-texts.ts";
import { SECTION_NAMES, SECTIONS, type SectionName } from "../settings-sections.ts";

export type QuebecReadiness = components["schemas"]["QuebecReadiness"];
export type QuebecDuty = components["schemas"]["QuebecDuty"];
export type DutyCode = QuebecDuty["code"];

/** The setting that mends each duty. The shop itself does the one without a setting. */
const SETTINGS: Record<DutyCode, SettingName | undefined> = {
  sellerName: "legalName",
  address: "address",
  phone: "phone",
  email: "email",
  privacyOfficer: "privacyOfficer",
  privacy: "privacy",
  terms: "terms",
  returns: "returns",
  deliveryDays: "deliveryMethods",
  frenchTexts: "about",
  taxes: "taxStatus",
  receipts: undefined,
};

const sectionOf = (setting: SettingName): SectionName | undefined =>
  SECTION_NAMES.find((name) => setting in SECTIONS[name].fields);

/** Where the owner mends a duty. Of several settings the first missing one is shown. */
export function placeToMend({ code, missing }: QuebecDuty): string | undefined {
  const first = code === "deliveryDays" ? undefined : missing[0];
  const setting = (first as SettingName | undefined) ?? SETTINGS[code];
  const section = setting && sectionOf(setting);
  return section && `${paths.shopSettings}?section=${section}&field=${setting}`;
}

/** The names of what is missing, as the settings show them. */
export const missingNames = ({ code, missing }: QuebecDuty) =>
  code === "deliveryDays" ? missing : missing.map(settingLabel);

export const countToDo = (duties: QuebecDuty[]) =>
  duties.filter(({ state }) => state === "todo").length;
