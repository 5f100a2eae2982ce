import words from "./address-words.json" with { type: "json" };

// English addresses are as specified. French ones begin with /fr and have French words (docs/french.md).
// server/src/values/page_path.rs reads the same words.

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

/** The French address of an English one, with its query and fragment. */
export function toFrench(address: string): string {
  const [path, rest] = parts(address);
  const french = path === "/" ? "" : translated(path, words.first, words.dashboard, "dashboard");
  return FRENCH + french + rest;
}

/** The English address of a French one. */
export function toEnglish(address: string): string {
  const [path, rest] = parts(address.slice(FRENCH.length));
  const [first, second] = [backwards(words.first), backwards(words.dashboard)];
  return (translated(path, first, second, words.first.dashboard) || "/") + rest;
}
