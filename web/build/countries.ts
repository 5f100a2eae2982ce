import { getCountries, getCountryCallingCode } from "libphonenumber-js/min";
import type { Plugin } from "vite";
import type { Language } from "./language.ts";

const MODULE = "virtual:countries";
const RESOLVED = `\0${MODULE}`;

/** Gives `virtual:countries` the names of countries and their calling codes, so that pages need no telephone library. */
export function countries(language: Language): Plugin {
  return {
    name: "trowel:countries",
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load: (id) =>
      id === RESOLVED ? `export default ${JSON.stringify(callingCodes(language))};` : undefined,
  };
}

function callingCodes(language: Language): [name: string, code: string][] {
  const names = new Intl.DisplayNames(`${language}-CA`, { type: "region" });
  return getCountries().map((region) => [
    names.of(region) ?? region,
    `+${getCountryCallingCode(region)}`,
  ]);
}
