import type { pages } from "../pages.ts";

// What only the server needs to know of pages.

export type PageName = keyof typeof pages;

/** The server renders the HTML of these, so that they can be read without JavaScript. */
export const RENDERED = [
  "home",
  "homeByName",
  "tools",
  "tool",
  "category",
  "blogs",
  "post",
  "portfolio",
  "about",
  "reviews",
  "privacy",
  "terms",
  "returns",
  "basket",
  "notFound",
] as const satisfies PageName[];
