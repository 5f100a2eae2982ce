import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Basket, Quote } from "../../api/basket.ts";
import { send } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { Place } from "../../api/place.ts";
import { texts } from "./buying.texts.en.ts";

interface QuoteOptions {
  isEnabled?: boolean;
  /** A province that was chosen after the postal code drops a code of another province. */
  dropsForeignCode?: boolean;
}

interface QuoteChoice extends QuoteOptions {
  /** What else a new answer depends on. */
  key: unknown[];
  /** The revision of the basket. */
  revision?: number;
  /** The lines to quote. If they are absent, the quote is for the basket. */
  lines?: { toolId: string; quantity: number }[];
  /** The place to quote. If it is absent, the quote is for the place of the shop. */
  place?: Place;
  method?: string | undefined;
}

const isMismatch = (error: unknown) =>
  error instanceof ApiError && error.fields.some(({ code }) => code === "province_mismatch");

/** The sum for a place and a delivery. Undefined until the place is known. */
export function useQuote({
  key,
  revision,
  lines,
  place,
  method,
  isEnabled = true,
  dropsForeignCode = false,
}: QuoteChoice) {
  const queryClient = useQueryClient();
  const { province, postalCode } = place ?? {};
  const queryKey = ["quote", ...key, lines, place !== undefined, province, postalCode, method];
  const ask = (code: string | undefined, signal: AbortSignal) => {
    const address = { ...(province && { province }), ...(code && { postalCode: code }) };
    const body = { ...(lines && { lines }), ...(place && { address }), ...(method && { method }) };
    return send("POST /quote", { body, signal });
  };
  /** A basket that was bought or changed meanwhile costs something else than the one on the page. */
  const ofShownBasket = (quote: Quote): Quote => {
    if (revision === undefined || quote.basketRevision === revision) return quote;
    const earlier = queryClient.getQueryData<Quote>(queryKey);
    if (earlier || quote.basketRevision === undefined) return earlier ?? quote;
    void queryClient.invalidateQueries({ queryKey: ["basket"] });
    throw ApiError.from({ status: 409 }, { code: "basket_changed", detail: texts.basketChanged });
  };
  const query = useQuery<Quote>({
    queryKey,
    queryFn: ({ signal }) =>
      ask(postalCode, signal)
        .catch((error) => {
          if (!dropsForeignCode || !isMismatch(error)) throw error;
          return ask(undefined, signal);
        })
        .then(ofShownBasket),
    placeholderData: keepPreviousData,
    enabled: isEnabled && (!place || Boolean(province || postalCode)),
    staleTime: 0,
  });
  return {
    quote: query.data,
    error: query.error,
    /** The amounts may belong to an earlier choice. */
    isOld: query.isPlaceholderData || query.isLoading || query.isError,
    /** The quote for this choice is under way. */
    isCalculating: query.isPlaceholderData || query.isLoading,
    /** Shows another quote for the same choice, which the server sent with a refusal. */
    show: (quote: Quote) => queryClient.setQueryData(queryKey, quote),
    retry: () => void query.refetch(),
  };
}

/** The same for the basket. */
export function useBasketQuote(
  { revision, lines }: Basket,
  { method, ...place }: Place,
  options?: QuoteOptions,
) {
  const ofLines = lines.map(({ toolId, quantity, price, problem }) => [
    ...[toolId, quantity, price, problem?.code],
  ]);
  return useQuote({ key: ["basket", revision, ofLines], revision, place, method, ...options });
}

/** The new quote of a refusal because of another price. */
export const newQuoteOf = (error: unknown) =>
  error instanceof ApiError && error.code === "quote_changed"
    ? (error.members.quote as Quote | undefined)
    : undefined;
