import words from "./address-words.json" with { type: "json" };
import { language } from "./language.en.ts";

// English addresses are as specified. French ones begin with /fr and have French words (docs/french.md).
// server/src/values/page_path.rs reads the same words.

type Language = typeof language.code;

const FRENCH = "/fr";

type Words = Record<string, string>;

const backwards = (table: Words): Words =>
  Object.fromEntries(Object.entries(table).map(([english, french]) => [french, english]));

/** Only the first word is translated, and the second one in the dashboard. The others name tools, orders and so on. */
function translated(path: string, first: Words, second: Words, dashboard: string): string {
  const [start = "", word = "", next, ...rest] = path.split("/");
  const local = [start, first[word] ?? word];
  if (next !== undefined) local.push(word === dashboard ? (second[next] ?? next) : next);
  return [...local, ...rest].join("/");
}

/** The path, and the query with the fragment. */
function parts(address: string): [path: string, rest: string] {
  const end = address.search(/[?#]/);
  return end < 0 ? [address, ""] : [address.slice(0, end), address.slice(end)];
}

/** The French address of an English path, which may have a query and a fragment. */
function toFrench(address: string): string {
  const [path, rest] = parts(address);
  const french = path === "/" ? "" : translated(path, words.first, words.dashboard, "dashboard");
  return FRENCH + french + rest;
}

function toEnglish(address: string): string {
  const [path, rest] = parts(address.slice(FRENCH.length));
  const [first, second] = [backwards(words.first), backwards(words.dashboard)];
  return (translated(path, first, second, words.first.dashboard) || "/") + rest;
}

const isFrench = (address: string) => /^\/fr(?:[/?#]|$)/.test(address);

/** The address in another language of a page of this shop. */
export function addressIn(wanted: Language, address: string): string {
  if (wanted === "fr") return isFrench(address) ? address : toFrench(address);
  return isFrench(address) ? toEnglish(address) : address;
}

/** A link that the owner has typed. A page of this shop is opened in the language of this page. */
export const ownAddress = (link: string) =>
  /^\/(?!\/)/.test(link) ? addressIn(language.code, link) : link;

/** The address of a page in the language of this page. `*` stands for all addresses. */
export const localAddress = <Path extends string>(path: Path): Path =>
  path === "*" ? path : (addressIn(language.code, path) as Path);
