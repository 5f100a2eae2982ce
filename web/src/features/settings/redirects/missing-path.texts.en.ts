import { plural } from "../../../money.ts";

/** Addresses without a page. The page of today lists them too. */
export const texts = {
  visits: (visits: number) => plural(visits, "visit", "visits"),
  leadTo: "Lead to …",
  leadToPage: (path: string) => `Lead ${path} to a page`,
};
