import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import { api, type Order, type Tool, unwrap, unwrapPage } from "../../api/client.ts";
import { IdempotentRequest } from "../../api/idempotent-request.ts";
import { toCents, toDollars } from "../../money.ts";
import type { OrderStateFilter } from "./order-filter.ts";
import { swapped } from "./swap.ts";

/** Newest first, so that what was just ordered stands on top; the server answers no more rows at once. */
const PAGE = { sort: "newest", limit: 100 } as const;

export const toolQuery = (id: string) =>
  queryOptions({
    queryKey: ["tool", id],
    queryFn: ({ signal }) => unwrap(api.GET("/tools/{id}", { params: { path: { id } }, signal })),
    // Stock is what a buyer decides by: asked for at every visit.
    staleTime: 0,
    meta: { private: true },
  });

/** The tool as some list has shown it, so that its page opens at once. */
export function toolFromLists(queryClient: QueryClient, id: string): Tool | undefined {
  const lists = queryClient.getQueriesData<Tool[] | { pages: { rows: Tool[] }[] }>({
    queryKey: ["tools"],
  });
  const tools = lists.flatMap(([, data]) =>
    Array.isArray(data) ? data : (data?.pages.flatMap((page) => page.rows) ?? []),
  );
  return tools.find((tool) => tool._id === id);
}

export interface Purchase {
  tool: Tool;
  quantity: number;
  address: string;
  phone: string;
  buyer: { email: string; name: string };
}

/**
 * Places an order. Its stock moves with it on the server, in one transaction:
 * the separate PUT of the whole tool that the specification lists is answered there, but writes nothing, so it is not sent.
 */
export function usePurchase() {
  const queryClient = useQueryClient();
  const request = useRef<IdempotentRequest>(null);
  return useMutation({
    mutationFn: ({ tool, quantity, address, phone, buyer }: Purchase) => {
      request.current ??= new IdempotentRequest();
      const body = {
        toolId: tool._id,
        toolName: tool.name,
        orderQuantity: quantity,
        price: tool.price,
        customerEmail: buyer.email,
        customerName: buyer.name,
        ...swapped({ address, phone }),
        totalPrice: toDollars(toCents(tool.price) * quantity),
      };
      const header = { "Idempotency-Key": request.current.keyFor(body) };
      return unwrap(api.POST("/orders", { params: { header }, body }));
    },
    onSettled: async (_answer, error, { tool }) => {
      request.current?.finish(error);
      // Also after a refusal: it mostly means that stock or price are no longer what the page shows.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ["tool", tool._id] }),
        queryClient.invalidateQueries({ queryKey: ["tools"] }),
        queryClient.invalidateQueries({ queryKey: ["orders"] }),
      ]);
    },
  });
}

const pagedOrders = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { next: string | null }) => last.next,
  meta: { private: true },
};

export const myOrdersQuery = (customerEmail: string) =>
  infiniteQueryOptions({
    queryKey: ["orders", "mine", customerEmail],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...PAGE, customerEmail, cursor: pageParam ?? undefined };
      return unwrapPage(api.GET("/orders", { params: { query }, signal }));
    },
    // Payment happens elsewhere: on a page of its own, or at the card provider.
    staleTime: 0,
    ...pagedOrders,
  });

const HALF_A_MINUTE = 30_000;

export const allOrdersQuery = (search: string, state: OrderStateFilter | undefined) =>
  infiniteQueryOptions({
    queryKey: ["orders", "all", { search, state }],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...PAGE, q: search || undefined, state, cursor: pageParam ?? undefined };
      return unwrapPage(api.GET("/manageOrders", { params: { query }, signal }));
    },
    // Not at every render, as the observed product did: docs/decisions/0009-manage-orders-refetch.md.
    staleTime: 0,
    refetchInterval: HALF_A_MINUTE,
    refetchOnWindowFocus: "always",
    // While another choice is on its way, the former one stays in sight.
    placeholderData: keepPreviousData,
    ...pagedOrders,
  });

export function useDeleteOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Order) =>
      unwrap(api.DELETE("/orders/{id}", { params: { path: { id: _id } } })),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ["tools"] });
      return queryClient.invalidateQueries({ queryKey: ["orders"] });
    },
  });
}

/** Decided once on the server, however often it is asked for. */
export function useRefundOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ order: { _id }, returnStock }: { order: Order; returnStock: boolean }) =>
      unwrap(
        api.POST("/orders/{id}/refund", { params: { path: { id: _id } }, body: { returnStock } }),
      ),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ["tools"] });
      return queryClient.invalidateQueries({ queryKey: ["orders"] });
    },
  });
}

export function useShipOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Order) =>
      unwrap(
        api.PATCH("/orders/{id}", {
          params: { path: { id: _id } },
          body: { status: "Approved and shipped" },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["orders"] }),
  });
}
