import { MAX_SEARCH_LENGTH } from "../../../ui/SearchField.tsx";
import { parseCount, parsePrice } from "../amounts.ts";
import type { ToolQuery } from "../queries.ts";
import { texts } from "./texts.en.tsx";

// The query of /tool holds the filters and the sort order.

type Sort = ToolQuery["sort"];

/** Texts stay as typed, or as a link has them. Invalid ones are shown with an error. */
export interface Filters {
  q: string;
  inStock: boolean;
  maxMinimum: string;
  priceMin: string;
  priceMax: string;
  /** A slug. */
  category: string;
  sort: Sort;
}

export type TextFilter = "q" | "maxMinimum" | "priceMin" | "priceMax";

const DEFAULTS: Omit<Filters, "sort"> = {
  q: "",
  inStock: false,
  maxMinimum: "",
  priceMin: "",
  priceMax: "",
  category: "",
};

/** A search shows the best match first, until the visitor chooses another order. */
export const defaultSort = (q: string): Sort => (q ? "relevance" : "newest");

/** The filters after a change. The default order follows the search. */
export function changed(now: Filters, change: Partial<Filters>): Filters {
  const next = { ...now, ...change };
  return !change.sort && now.sort === defaultSort(now.q)
    ? { ...next, sort: defaultSort(next.q) }
    : next;
}

export function readFilters(search: string): Filters {
  const params = new URLSearchParams(search);
  const text = (name: TextFilter) => params.get(name)?.trim() ?? "";
  const sort = params.get("sort") ?? "";
  // The limit counts characters, as the server does.
  const q = Array.from(text("q")).slice(0, MAX_SEARCH_LENGTH).join("").trimEnd();
  const isKnown = Object.hasOwn(texts.sortOrders, sort) && (sort !== "relevance" || q);
  return {
    q,
    inStock: /^(?:true|1)$/.test(params.get("inStock") ?? ""),
    maxMinimum: text("maxMinimum"),
    priceMin: text("priceMin"),
    priceMax: text("priceMax"),
    category: params.get("category")?.trim() ?? "",
    sort: isKnown ? (sort as Sort) : defaultSort(q),
  };
}

/** The query after a change. Defaults are left out, so that a view has one address. It starts with the first page. */
export function withChange(search: string, change: Partial<Filters>): string {
  const params = new URLSearchParams(search);
  params.delete("cursor");
  for (const [name, value] of Object.entries(change))
    if (value === (DEFAULTS as Partial<Filters>)[name as keyof Filters]) params.delete(name);
    else params.set(name, String(value));
  if (params.get("sort") === defaultSort(params.get("q") ?? "")) params.delete("sort");
  const text = params.toString();
  return text && `?${text}`;
}

/**
 * The query of a link to the first page or a later one. Made of the filters, because the server and the browser can
 * have the query in other spellings.
 */
export function toSearch({ sort, inStock, ...texts }: Filters, cursor = ""): string {
  const values = {
    ...texts,
    inStock: inStock ? "true" : "",
    sort: sort === defaultSort(texts.q) ? "" : sort,
    cursor,
  };
  const pairs = Object.entries(values)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

/** The valid filters, as the API takes them. */
export function toToolQuery(filters: Filters): ToolQuery {
  const errors = filterErrors(filters);
  const query: ToolQuery = { sort: filters.sort };
  if (filters.q) query.q = filters.q;
  if (filters.inStock) query.inStock = true;
  if (filters.maxMinimum && !errors.maxMinimum) query.maxMinimum = parseCount(filters.maxMinimum);
  if (filters.priceMin && !errors.priceMin) query.priceMin = parsePrice(filters.priceMin);
  if (filters.priceMax && !errors.priceMax) query.priceMax = parsePrice(filters.priceMax);
  if (filters.category) query.category = filters.category;
  return query;
}

/** An error for each invalid filter. The API call leaves these out. */
export function filterErrors({ maxMinimum, priceMin, priceMax }: Filters) {
  const faults: Partial<Record<TextFilter, string>> = {};
  const min = parsePrice(priceMin);
  const max = parsePrice(priceMax);
  if (maxMinimum && parseCount(maxMinimum) === undefined) faults.maxMinimum = texts.invalidCount;
  if (priceMin && min === undefined) faults.priceMin = texts.invalidAmount;
  if (priceMax && max === undefined) faults.priceMax = texts.invalidAmount;
  if (min !== undefined && max !== undefined && max < min) faults.priceMax = texts.belowPriceFrom;
  return faults;
}

interface ActiveFilter {
  label: string;
  /** The change that removes the filter. */
  clear: Partial<Filters>;
}

/** The labels of the active filters. The category's is its name. */
export function activeFilters(filters: Filters, categoryName = filters.category): ActiveFilter[] {
  const { q, inStock, maxMinimum, priceMin, priceMax } = toToolQuery(filters);
  const active: ActiveFilter[] = [];
  if (filters.category) active.push({ label: categoryName, clear: { category: "" } });
  if (q) active.push({ label: texts.searched(q), clear: { q: "" } });
  if (maxMinimum !== undefined)
    active.push({
      label: maxMinimum === 1 ? texts.noMinimum : texts.minimumUpTo(maxMinimum),
      clear: { maxMinimum: "" },
    });
  if (priceMin !== undefined)
    active.push({ label: texts.fromPrice(priceMin), clear: { priceMin: "" } });
  if (priceMax !== undefined)
    active.push({ label: texts.upToPrice(priceMax), clear: { priceMax: "" } });
  if (inStock) active.push({ label: texts.inStock, clear: { inStock: false } });
  return active;
}

/** Removes all filters and keeps the sort order. */
export const clearAll: Partial<Filters> = {
  q: "",
  category: "",
  inStock: false,
  maxMinimum: "",
  priceMin: "",
  priceMax: "",
};
