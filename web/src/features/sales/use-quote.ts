import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Basket, Quote } from "../../api/basket.ts";
import { send } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { Place } from "./place.ts";

interface QuoteOptions {
  isEnabled?: boolean;
  /** A province that was chosen after the postal code drops a code of another province. */
  dropsForeignCode?: boolean;
}

const isMismatch = (error: unknown) =>
  error instanceof ApiError && error.fields.some(({ code }) => code === "province_mismatch");

/** The sum of the basket for a place and a delivery. Undefined until the place is known. */
export function useQuote(
  { revision, lines }: Basket,
  { province, postalCode, method }: Place,
  { isEnabled = true, dropsForeignCode = false }: QuoteOptions = {},
) {
  const queryClient = useQueryClient();
  const ofLines = lines.map(({ toolId, quantity, price, problem }) => [
    ...[toolId, quantity, price, problem?.code],
  ]);
  const queryKey = ["basket-quote", revision, ofLines, province, postalCode, method];
  const ask = (code: string | undefined, signal: AbortSignal) => {
    const address = { ...(province && { province }), ...(code && { postalCode: code }) };
    return send("POST /quote", { body: { address, ...(method && { method }) }, signal });
  };
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      ask(postalCode, signal).catch((error) => {
        if (!dropsForeignCode || !isMismatch(error)) throw error;
        return ask(undefined, signal);
      }),
    placeholderData: keepPreviousData,
    enabled: isEnabled && Boolean(province || postalCode),
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
