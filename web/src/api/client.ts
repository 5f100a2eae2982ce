import createClient from "openapi-fetch";
import { ApiError } from "./errors.ts";
import type { components, paths } from "./schema.gen.ts";

type Schemas = components["schemas"];
export type Tool = Schemas["Tool"];
export type Order = Schemas["Order"];
export type Review = Schemas["Review"];
export type User = Schemas["User"];
export type Mail = Schemas["Mail"];
export type Ledger = Schemas["Ledger"];
export type GivenBack = Schemas["GivenBack"];
export type Difference = Schemas["LedgerDifference"];
export type Profile = Schemas["Profile"];
export type Session = Schemas["Identity"];

/** One page of a list: its rows, how many there are in all, and the cursor of the next page. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  next: string | null;
}

/** A call without an answer for this long has none: better told than waited for. */
const PATIENCE = 30_000;

// fetch is looked up at each call and not once, so that tests may replace it.
export const api = createClient<paths>({
  baseUrl: "/api",
  fetch: (request) =>
    globalThis.fetch(request, {
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(PATIENCE)]),
    }),
});

interface Outcome<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

async function settle<Data>(call: Promise<Outcome<Data>>) {
  let outcome: Outcome<Data>;
  try {
    outcome = await call;
  } catch (cause) {
    if (cause instanceof ApiError || (cause instanceof DOMException && cause.name === "AbortError"))
      throw cause;
    throw ApiError.unreachable(cause);
  }
  if (!outcome.response.ok) throw ApiError.from(outcome.response, outcome.error);
  return outcome;
}

/** The answer of a call, or an ApiError: callers never look at a Response. */
export async function answer<Data>(call: Promise<Outcome<Data>>): Promise<Data> {
  const { data } = await settle(call);
  return data as Data;
}

/** A thing together with the tag of its version, which a change names in If-Match. */
export interface Tagged<Data> {
  data: Data;
  tag: string;
}

export async function answerTagged<Data>(call: Promise<Outcome<Data>>): Promise<Tagged<Data>> {
  const { data, response } = await settle(call);
  return { data: data as Data, tag: response.headers.get("ETag") ?? "" };
}

/** An answer and when the server gave it, in milliseconds: for what is counted down from there. */
export async function answerDated<Data>(call: Promise<Outcome<Data>>) {
  const { data, response } = await settle(call);
  return { data: data as Data, at: Date.parse(response.headers.get("Date") ?? "") || Date.now() };
}

export async function answerPage<Row>(call: Promise<Outcome<Row[]>>): Promise<Page<Row>> {
  const { data, response } = await settle(call);
  const rows = data ?? [];
  return {
    rows,
    total: Number(response.headers.get("X-Total-Count") ?? rows.length),
    next: nextCursor(response.headers.get("Link")),
  };
}

/** The cursor in `Link: </api/tools?cursor=…>; rel="next"`. */
export function nextCursor(link: string | null): string | null {
  const target = link?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/)?.[1];
  return target ? new URL(target, "http://shop.invalid").searchParams.get("cursor") : null;
}
