import type * as english from "./addresses.en.ts";
import { toEnglish, toFrench } from "./french-addresses.ts";
import type { Page } from "./page.ts";

const isFrench = (address: string) => /^\/fr(?:[/?#]|$)/.test(address);

export const localAddress: typeof english.localAddress = <Path extends string>(path: Path) =>
  path === "*" || isFrench(path) ? path : (toFrench(path) as Path);

const withAddress = ([name, page]: [string, Page]): [string, Page] => [
  name,
  {
    ...page,
    path: localAddress(page.path),
    ...(page.parent !== undefined && { parent: localAddress(page.parent) }),
  },
];

export const localPages: typeof english.localPages = <Pages extends Record<string, Page>>(
  pages: Pages,
) => Object.fromEntries(Object.entries(pages).map(withAddress)) as Pages;

export const ownAddress: typeof english.ownAddress = (link) =>
  /^\/(?!\/)/.test(link) ? localAddress(link) : link;

export const inOtherLanguage: typeof english.inOtherLanguage = toEnglish;
