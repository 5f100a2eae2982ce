import { formatCount, formatPrice } from "../../money.ts";
import { LONGEST_SEARCH } from "../../ui/SearchField.tsx";
import { parseCount, parsePrice } from "./amounts.ts";
import type { ToolQuestion } from "./queries.ts";

// The address of /tool says which tools are shown and in which order; these are its rules.

export const SORTS = {
  newest: "Newest first",
  price: "Price, low to high",
  "-price": "Price, high to low",
  name: "Name, A to Z",
} as const;

type Sort = keyof typeof SORTS;

/** Texts stay as they were typed or came in a link: also those that mean nothing are shown, and said to be wrong. */
export interface Filters {
  q: string;
  inStock: boolean;
  maxMinimum: string;
  priceMin: string;
  priceMax: string;
  sort: Sort;
}

/** Filters whose value is typed. */
export type TypedFilter = "q" | "maxMinimum" | "priceMin" | "priceMax";

const NONE: Filters = {
  q: "",
  inStock: false,
  maxMinimum: "",
  priceMin: "",
  priceMax: "",
  sort: "newest",
};

export function readFilters(search: string): Filters {
  const params = new URLSearchParams(search);
  const text = (name: TypedFilter) => params.get(name)?.trim() ?? "";
  const sort = params.get("sort") ?? "";
  return {
    q: text("q").slice(0, LONGEST_SEARCH),
    inStock: /^(?:true|1)$/.test(params.get("inStock") ?? ""),
    maxMinimum: text("maxMinimum"),
    priceMin: text("priceMin"),
    priceMax: text("priceMax"),
    sort: Object.hasOwn(SORTS, sort) ? (sort as Sort) : "newest",
  };
}

/** The query of the address after a change. What is as usual is left out, so that one view has one address. */
export function changed(search: string, change: Partial<Filters>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change))
    if (value === NONE[name as keyof Filters]) params.delete(name);
    else params.set(name, String(value));
  const text = params.toString();
  return text && `?${text}`;
}

/** What is asked of the server: all that can be understood. */
export function questionOf(filters: Filters): ToolQuestion {
  const faults = faultsOf(filters);
  const question: ToolQuestion = { sort: filters.sort };
  if (filters.q) question.q = filters.q;
  if (filters.inStock) question.inStock = true;
  if (filters.maxMinimum && !faults.maxMinimum)
    question.maxMinimum = parseCount(filters.maxMinimum);
  if (filters.priceMin && !faults.priceMin) question.priceMin = parsePrice(filters.priceMin);
  if (filters.priceMax && !faults.priceMax) question.priceMax = parsePrice(filters.priceMax);
  return question;
}

const NOT_AN_AMOUNT = "Dollars, like 24.50";

/** What cannot be understood, beside its field; the question goes without it. */
export function faultsOf({ maxMinimum, priceMin, priceMax }: Filters) {
  const faults: Partial<Record<TypedFilter, string>> = {};
  const least = parsePrice(priceMin);
  const most = parsePrice(priceMax);
  if (maxMinimum && parseCount(maxMinimum) === undefined)
    faults.maxMinimum = "Enter a whole number";
  if (priceMin && least === undefined) faults.priceMin = NOT_AN_AMOUNT;
  if (priceMax && most === undefined) faults.priceMax = NOT_AN_AMOUNT;
  if (least !== undefined && most !== undefined && most < least)
    faults.priceMax = "Less than “from”";
  return faults;
}

interface ActiveFilter {
  words: string;
  /** The change that takes it away. */
  clear: Partial<Filters>;
}

/** The filters in effect, in words. Sorting hides nothing, so it is none. */
export function activeFilters(filters: Filters): ActiveFilter[] {
  const { q, inStock, maxMinimum, priceMin, priceMax } = questionOf(filters);
  const active: ActiveFilter[] = [];
  if (q) active.push({ words: `“${q}”`, clear: { q: "" } });
  if (maxMinimum !== undefined)
    active.push({ words: `Minimum up to ${formatCount(maxMinimum)}`, clear: { maxMinimum: "" } });
  if (priceMin !== undefined)
    active.push({ words: `From ${formatPrice(priceMin)}`, clear: { priceMin: "" } });
  if (priceMax !== undefined)
    active.push({ words: `Up to ${formatPrice(priceMax)}`, clear: { priceMax: "" } });
  if (inStock) active.push({ words: "In stock", clear: { inStock: false } });
  return active;
}

/** Takes every filter away, also those that mean nothing; the order stays. */
export const clearAll: Partial<Filters> = {
  q: "",
  inStock: false,
  maxMinimum: "",
  priceMin: "",
  priceMax: "",
};
