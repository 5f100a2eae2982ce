import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api, unwrap } from "../../../api/client.ts";
import { IdempotentRequest } from "../../../api/idempotent-request.ts";
import { swapped } from "../../../api/swap.ts";
import { orderBody, type Purchase } from "./queries.ts";

/** The server finds nothing for a shorter text. */
const MIN_SEARCH_LENGTH = 2;

const found = (search: string) => ({
  enabled: search.length >= MIN_SEARCH_LENGTH,
  // The previous list stays while the next one loads.
  placeholderData: search.length >= MIN_SEARCH_LENGTH ? keepPreviousData : undefined,
  meta: { private: true },
});

export const customersFoundQuery = (search: string) =>
  queryOptions({
    queryKey: ["orders", "customers", search],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/manageOrders/customers", { params: { query: { q: search } }, signal })),
    ...found(search),
  });

export const toolsFoundQuery = (search: string) =>
  queryOptions({
    queryKey: ["tools", "found for an order", search],
    queryFn: ({ signal }) => {
      const query = { q: search, sort: "relevance", limit: 8 } as const;
      return unwrap(api.GET("/tools", { params: { query }, signal }));
    },
    ...found(search),
  });

/** Address and phone of the customer's latest order that has an address, or null. */
export const lastDeliveryOfQuery = (email: string) =>
  queryOptions({
    queryKey: ["orders", "last delivery of", email],
    queryFn: async ({ signal }) => {
      const query = { q: email, sort: "newest", limit: 10 } as const;
      const orders = await unwrap(api.GET("/manageOrders", { params: { query }, signal }));
      const own = orders.filter(({ customerEmail }) => customerEmail === email);
      return own.map(swapped).find(({ address }) => address.trim() !== "") ?? null;
    },
    meta: { private: true },
  });

/** Enters an order for its buyer, who gets an account if needed. */
export function useEnterOrder() {
  const queryClient = useQueryClient();
  const request = useRef<IdempotentRequest>(null);
  return useMutation({
    mutationFn: (purchase: Purchase) => {
      request.current ??= new IdempotentRequest("entered order");
      const body = orderBody(purchase);
      const header = { "Idempotency-Key": request.current.keyFor(body) };
      return unwrap(api.POST("/manageOrders", { params: { header }, body }));
    },
    onSettled: async (_answer, error, { tool }) => {
      request.current?.finish(error);
      // Also after an error, because the usual cause is a changed stock or price.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ["tool", tool._id] }),
        queryClient.invalidateQueries({ queryKey: ["tools"] }),
        queryClient.invalidateQueries({ queryKey: ["orders"] }),
      ]);
    },
  });
}
