/** The ids of headings of the first terms. LegalPage.tsx makes them of their words. */
export const termsSections = { delivery: "delivery", seller: "who-sells" };
