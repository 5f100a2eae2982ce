import createClient, { type FetchResponse, type RequestBodyOption } from "openapi-fetch";
import { language } from "../language.en.ts";
import { ApiError } from "./errors.ts";
import type { components, paths } from "./schema.gen.ts";

type Schemas = components["schemas"];
export type Tool = Schemas["Tool"];
export type ToolPicture = Schemas["ToolPicture"];
export type ToolFacets = Schemas["ToolFacets"];
export type Category = Schemas["Category"];
export type Redirect = Schemas["Redirect"];
export type StockChange = Schemas["StockChange"];
export type RemovedTool = Schemas["RemovedTool"];
export type StockMovement = Schemas["StockMovement"];
export type ToolImportCheck = Schemas["ToolImportCheck"];
export type ToolImportResult = Schemas["ToolImportResult"];
export type Order = Schemas["Order"];
export type Purchase = Schemas["Purchase"];
export type RefundQuote = Schemas["RefundQuote"];
export type OrderCustomer = Schemas["OrderCustomer"];
export type FormerOrder = Schemas["FormerOrder"];
export type PastFormerOrderImport = Schemas["PastFormerOrderImport"];
export type OrderForOwner = Schemas["OrderForOwner"];
export type Carrier = Schemas["Carrier"];
export type Review = Schemas["Review"];
export type ReviewWithState = Schemas["ReviewWithState"];
export type Post = Schemas["Post"];
export type PostPage = Schemas["PostPage"];
export type PostToEdit = Schemas["PostToEdit"];
export type User = Schemas["User"];
export type CustomerSummary = Schemas["CustomerSummary"];
export type CustomerForOwner = Schemas["CustomerForOwner"];
export type ApiKey = Schemas["ApiKey"];
export type KeyScope = Schemas["KeyScope"];
export type UnpaidCustomer = Schemas["UnpaidCustomer"];
export type AuditEntry = Schemas["AuditEntry"];
export type OutboxEmail = Schemas["UndeliveredEmail"];
export type ReconciliationReport = Schemas["ReconciliationReport"];
export type ReturnedPayment = Schemas["ReturnedPayment"];
export type Discrepancy = Schemas["Discrepancy"];
export type Figures = Schemas["Figures"];
export type Sales = Schemas["Sales"];
export type SalesStep = Schemas["SalesStep"];
export type Webhook = Schemas["Webhook"];
export type WebhookDelivery = Schemas["WebhookDelivery"];
export type WebhookEvent = Schemas["WebhookEvent"];
export type Profile = Schemas["Profile"];
export type Session = Schemas["CurrentUser"];

/** One page of a list: its rows, the total number of rows, and the cursor of the next page. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  next: string | null;
  /** How many rows each state has, where the server counts that. */
  stateCounts: Record<string, number>;
}

const REQUEST_TIMEOUT = 30_000;

// Resolves fetch at each call, so that tests can replace it.
export const api = createClient<paths>({
  baseUrl: "/api",
  // The shop's sentences have the language of the page, not of the browser.
  headers: { "accept-language": language.code },
  fetch: (request) =>
    globalThis.fetch(request, {
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(REQUEST_TIMEOUT)]),
    }),
});

interface ApiResult<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

async function expectOk<Data>(call: Promise<ApiResult<Data>>) {
  let outcome: ApiResult<Data>;
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

type Method = "get" | "post" | "put" | "patch" | "delete";

/** Each call of openapi.json, such as `POST /webhooks/{id}/test`. */
export type Call = {
  [Path in keyof paths]: {
    [M in Method]: paths[Path][M] extends undefined ? never : `${Uppercase<M>} ${Path}`;
  }[Method];
}[keyof paths];

type Operation<C extends Call> = C extends `${infer M} ${infer Path extends keyof paths}`
  ? Extract<paths[Path][Lowercase<M> & Method], { parameters: unknown; responses: object }>
  : never;

/** The parameters of a call by their place, and its body. */
export type Input<C extends Call> = Operation<C>["parameters"] &
  RequestBodyOption<Operation<C>> &
  Pick<RequestInit, "signal" | "keepalive">;

export type InputOf<C extends Call> = object extends Input<C> ? [Input<C>?] : [Input<C>];

export type Answer<C extends Call> = Exclude<
  FetchResponse<Operation<C>, object, `${string}/${string}`>["data"],
  undefined
>;

/** Makes a call and returns its whole result. Callers that need only the body use `send`. */
export function request<C extends Call>(call: C, ...[input]: InputOf<C>) {
  const [method, address] = call.split(" ") as ["get", "/config"];
  const { path, query, header, ...rest } = { ...input } as Record<string, never>;
  return api.request(method, address, { params: { path, query, header }, ...rest }) as Promise<
    ApiResult<Answer<C>>
  >;
}

/** Makes a call. Resolves to the body of its response, and throws an ApiError for every other outcome. */
export const send = <C extends Call>(call: C, ...input: InputOf<C>) =>
  unwrap(request(call, ...input));

/** The body of a successful response. Throws an ApiError for every other outcome. */
export async function unwrap<Data>(call: Promise<ApiResult<Data>>): Promise<Data> {
  const { data } = await expectOk(call);
  return data as Data;
}

/** A body and the ETag of its version, which an edit sends in If-Match. */
export interface WithEtag<Data> {
  data: Data;
  etag: string;
}

export async function unwrapWithEtag<Data>(
  call: Promise<ApiResult<Data>>,
): Promise<WithEtag<Data>> {
  const { data, response } = await expectOk(call);
  return { data: data as Data, etag: response.headers.get("ETag") ?? "" };
}

/** The body, and the server's time in milliseconds, from which a countdown can start. */
export async function unwrapWithDate<Data>(call: Promise<ApiResult<Data>>) {
  const { data, response } = await expectOk(call);
  return { data: data as Data, at: Date.parse(response.headers.get("Date") ?? "") || Date.now() };
}

export async function unwrapPage<Row>(call: Promise<ApiResult<Row[]>>): Promise<Page<Row>> {
  const { data, response } = await expectOk(call);
  const rows = data ?? [];
  return {
    rows,
    total: Number(response.headers.get("X-Total-Count") ?? rows.length),
    next: nextCursor(response.headers.get("Link")),
    stateCounts: parseCounts(response.headers.get("X-State-Counts") ?? ""),
  };
}

/** The numbers in `unpaid=2, pending=14`. */
const parseCounts = (header: string): Record<string, number> =>
  Object.fromEntries(
    [...header.matchAll(/(\w+)=(\d+)/g)].map(([, name, count]) => [name, Number(count)]),
  );

/** The cursor in `Link: </api/tools?cursor=…>; rel="next"`. */
export function nextCursor(link: string | null): string | null {
  const target = link?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/)?.[1];
  return target ? new URL(target, "http://shop.invalid").searchParams.get("cursor") : null;
}
