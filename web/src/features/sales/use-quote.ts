import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Basket, Quote } from "../../api/basket.ts";
import { send } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { isWholeCode, type TypedAddress } from "./address.ts";

/** Typing pauses this long before the sum is asked for again. */
const DEBOUNCE = 250;

/** What the price of a delivery and the taxes depend on. A code that is not complete yet says nothing. */
function placeOf({ province, postalCode }: Pick<TypedAddress, "province" | "postalCode">) {
  return {
    ...(province && { province: province as Quote["destination"]["province"] }),
    ...(isWholeCode(postalCode) && { postalCode }),
  };
}

function useDebounced(text: string) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface QuoteChoice {
  /** What else a new answer depends on. */
  key: unknown[];
  /** If absent, the basket. */
  lines?: { toolId: string; quantity: number }[];
  /** If absent, where the shop is. */
  address?: Pick<TypedAddress, "province" | "postalCode">;
  method: string | undefined;
  isOpen: boolean;
}

/** The sum for the address and the delivery that are typed. Undefined until the place is known. */
export function useQuote({ key, lines, address, method, isOpen }: QuoteChoice) {
  const queryClient = useQueryClient();
  const place = address && placeOf(address);
  const asked = JSON.stringify({
    ...(lines && { lines }),
    ...(place && { address: place }),
    ...(method && { method }),
  });
  const settled = useDebounced(asked);
  const keyOf = (body: string) => ["checkout-quote", ...key, body];
  const body = JSON.parse(settled) as {
    lines?: { toolId: string; quantity: number }[];
    address?: ReturnType<typeof placeOf>;
    method?: string;
  };
  const query = useQuery({
    queryKey: keyOf(settled),
    queryFn: ({ signal }) => send("POST /quote", { body, signal }),
    placeholderData: keepPreviousData,
    enabled: isOpen && (!body.address || Object.keys(body.address).length > 0),
    staleTime: 0,
  });
  return {
    quote: query.data,
    error: query.error,
    /** The amounts belong to an earlier choice. */
    isOld: asked !== settled || query.isPlaceholderData || query.isError,
    /** Shows another quote for the same choice, which the server sent with a refusal. */
    show: (quote: Quote) => queryClient.setQueryData(keyOf(asked), quote),
    retry: () => void query.refetch(),
  };
}

/** The same for the basket. */
export function useCheckoutQuote(
  basket: Basket,
  address: Pick<TypedAddress, "province" | "postalCode">,
  method: string | undefined,
  isOpen: boolean,
) {
  const lines = basket.lines.map(({ toolId, quantity, price, problem }) => [
    ...[toolId, quantity, price, problem?.code],
  ]);
  return useQuote({ key: [basket.revision, lines], address, method, isOpen });
}

/** The new quote of a refusal because of another price. */
export const newQuoteOf = (error: unknown) =>
  error instanceof ApiError && error.code === "quote_changed"
    ? (error.members.quote as Quote | undefined)
    : undefined;
