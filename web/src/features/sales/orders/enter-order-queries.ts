import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type Input, send } from "../../../api/client.ts";
import { IdempotentRequest } from "../../../api/idempotent-request.ts";
import { PRIVATE, privateQuery } from "../../../api/query.ts";
import { swapped } from "../../../api/swap.ts";

/** The server finds nothing for a shorter text. */
const MIN_SEARCH_LENGTH = 2;

const found = (search: string) => ({
  enabled: search.length >= MIN_SEARCH_LENGTH,
  // The previous list stays while the next one loads.
  placeholderData: search.length >= MIN_SEARCH_LENGTH ? keepPreviousData : undefined,
});

export const customersFoundQuery = (search: string) =>
  privateQuery(
    ["orders", "customers", search],
    "/manageOrders/customers",
    { query: { q: search } },
    found(search),
  );

export const toolsFoundQuery = (search: string) =>
  privateQuery(
    ["tools", "found for an order", search],
    "/tools",
    { query: { q: search, sort: "relevance", limit: 8 } },
    found(search),
  );

/** Address and phone of the customer's latest order that has an address, or null. */
export const lastDeliveryOfQuery = (email: string) =>
  queryOptions({
    queryKey: ["orders", "last delivery of", email],
    queryFn: async ({ signal }) => {
      const query = { q: email, sort: "newest", limit: 10 } as const;
      const orders = await send("GET /manageOrders", { query, signal });
      const own = orders.filter(({ customerEmail }) => customerEmail === email);
      return own.map(swapped).find(({ address }) => address.trim() !== "") ?? null;
    },
    ...PRIVATE,
  });

type PurchaseToEnter = Input<"POST /manageOrders/purchases">["body"];

/** Enters a purchase for its buyer, who gets an account if needed. */
export function useEnterPurchase() {
  const queryClient = useQueryClient();
  const request = useRef<IdempotentRequest>(null);
  return useMutation({
    mutationFn: (body: PurchaseToEnter) => {
      request.current ??= new IdempotentRequest("entered order");
      const header = { "Idempotency-Key": request.current.keyFor(body) };
      return send("POST /manageOrders/purchases", { header, body });
    },
    onSettled: async (_answer, error, { lines }) => {
      request.current?.finish(error);
      // The queries run again also after an error, because its usual cause is a changed stock or
      // price.
      await Promise.all([
        ...lines.map(({ toolId }) => queryClient.invalidateQueries({ queryKey: ["tool", toolId] })),
        queryClient.invalidateQueries({ queryKey: ["tools"] }),
        queryClient.invalidateQueries({ queryKey: ["orders"] }),
      ]);
    },
  });
}
