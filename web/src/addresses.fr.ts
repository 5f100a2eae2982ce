import type * as english from "./addresses.en.ts";
import { toEnglish, toFrench } from "./french-addresses.ts";

const isFrench = (address: string) => /^\/fr(?:[/?#]|$)/.test(address);

export const localAddress: typeof english.localAddress = <Path extends string>(path: Path) =>
  path === "*" || isFrench(path) ? path : (toFrench(path) as Path);

export const ownAddress: typeof english.ownAddress = (link) =>
  /^\/(?!\/)/.test(link) ? localAddress(link) : link;

export const inOtherLanguage: typeof english.inOtherLanguage = toEnglish;
