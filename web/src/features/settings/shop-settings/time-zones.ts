export const CANADA = [
  "America/St_Johns",
  "America/Halifax",
  "America/Toronto",
  "America/Winnipeg",
  "America/Regina",
  "America/Edmonton",
  "America/Vancouver",
  "America/Whitehorse",
];

/** `St Johns` of `America/St_Johns`. */
export const placeIn = (zone: string) => zone.split("/").at(-1)?.replaceAll("_", " ");

/** All other time zones that the browser knows, and the chosen one. */
export const zonesWith = (chosen: string) =>
  [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", chosen])]
    .filter((zone) => !CANADA.includes(zone))
    .sort();
