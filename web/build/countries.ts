import { getCountries, getCountryCallingCode } from "libphonenumber-js/min";
import type { Plugin } from "vite";

const MODULE = "virtual:countries";
const RESOLVED = `\0${MODULE}`;

/** Gives `virtual:countries` the countries and their calling codes, so that pages need no telephone library. */
export function countries(): Plugin {
  return {
    name: "trowel:countries",
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load: (id) =>
      id === RESOLVED ? `export default ${JSON.stringify(callingCodes())};` : undefined,
  };
}

function callingCodes(): [name: string, code: string][] {
  const names = new Intl.DisplayNames("en-CA", { type: "region" });
  return getCountries().map((region) => [
    names.of(region) ?? region,
    `+${getCountryCallingCode(region)}`,
  ]);
}
