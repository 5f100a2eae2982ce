import type { Page } from "./page.ts";

/** The address of a page in the language of this page. `*` stands for all addresses. */
export const localAddress = <Path extends string>(path: Path): Path => path;

/** The pages at their addresses in the language of this page. */
export const localPages = <Pages extends Record<string, Page>>(pages: Pages): Pages => pages;

/** A link that the owner has typed. A page of this shop is opened in the language of this page. */
export const ownAddress = (link: string): string => link;

/**
 * The same page in the other language. The server leads from the English words behind /fr to the French ones, so a visitor
 * of English pages loads no table of words.
 */
export const inOtherLanguage = (address: string): string =>
  `/fr${address.replace(/^\/(?=[?#]|$)/, "")}`;
