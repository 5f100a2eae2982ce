import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import { answer, answerPage, api, type Order, type Tool } from "../../api/client.ts";
import { Attempt } from "../../api/idempotent-request.ts";
import { toCents, toDollars } from "../../money.ts";
import type { OrderState } from "./order-filter.ts";
import { swapped } from "./swap.ts";

/** Newest first, so that what was just ordered stands on top; the server answers no more rows at once. */
const PAGE = { sort: "newest", limit: 100 } as const;

export const toolQuery = (id: string) =>
  queryOptions({
    queryKey: ["tool", id],
    queryFn: ({ signal }) => answer(api.GET("/tools/{id}", { params: { path: { id } }, signal })),
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
  const attempt = useRef<Attempt>(null);
  return useMutation({
    mutationFn: ({ tool, quantity, address, phone, buyer }: Purchase) => {
      attempt.current ??= new Attempt();
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
      const header = { "Idempotency-Key": attempt.current.keyFor(body) };
      return answer(api.POST("/orders", { params: { header }, body }));
    },
    onSettled: async (_answer, error, { tool }) => {
      attempt.current?.ended(error);
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
      return answerPage(api.GET("/orders", { params: { query }, signal }));
    },
    // Payment happens elsewhere: on a page of its own, or at the card provider.
    staleTime: 0,
    ...pagedOrders,
  });

const HALF_A_MINUTE = 30_000;

export const allOrdersQuery = (part: string, state: OrderState | undefined) =>
  infiniteQueryOptions({
    queryKey: ["orders", "all", { part, state }],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...PAGE, q: part || undefined, state, cursor: pageParam ?? undefined };
      return answerPage(api.GET("/manageOrders", { params: { query }, signal }));
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
      answer(api.DELETE("/orders/{id}", { params: { path: { id: _id } } })),
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
      answer(
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
      answer(
        api.PATCH("/orders/{id}", {
          params: { path: { id: _id } },
          body: { status: "Approved and shipped" },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["orders"] }),
  });
}
