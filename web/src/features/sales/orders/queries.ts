import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import {
  api,
  type Carrier,
  type Order,
  type Tool,
  unwrap,
  unwrapPage,
} from "../../../api/client.ts";
import { IdempotentRequest } from "../../../api/idempotent-request.ts";
import type { OrderState } from "../../../api/order-states.ts";
import { keepInTab, readFromTab } from "../../../api/session/tab-storage.ts";
import { swapped } from "../../../api/swap.ts";
import { toCents, toDollars } from "../../../money.ts";
import type { DayRange } from "./order-filter.ts";
import { priceFor } from "./quantity.ts";

/** Newest first. 100 is the server's limit for one page. */
const PAGE = { sort: "newest", limit: 100 } as const;

export const toolQuery = (id: string) =>
  queryOptions({
    queryKey: ["tool", id],
    queryFn: ({ signal }) => unwrap(api.GET("/tools/{id}", { params: { path: { id } }, signal })),
    // Customers decide by the stock, so every visit reads it again.
    staleTime: 0,
    meta: { private: true },
  });

/** Whether the customer waits for a tool that is sold out. */
export const stockAlertQuery = (id: string) =>
  queryOptions({
    queryKey: ["tool", id, "stock alert"],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/tools/{id}/stock-alert", { params: { path: { id } }, signal })),
    meta: { private: true },
  });

export interface Purchase {
  tool: Tool;
  quantity: number;
  address: string;
  phone: string;
  buyer: { email: string; name: string };
}

/** What POST /orders and POST /manageOrders take. */
export function orderBody({ tool, quantity, address, phone, buyer }: Purchase) {
  const price = priceFor(tool, quantity);
  return {
    toolId: tool._id,
    toolName: tool.name,
    orderQuantity: quantity,
    price,
    customerEmail: buyer.email,
    customerName: buyer.name,
    ...swapped({ address, phone }),
    totalPrice: toDollars(toCents(price) * quantity),
  };
}

const purchaseName = (tool: Tool, email: string) => `purchase of ${tool._id} by ${email}`;
const purchaseTimeName = (tool: Tool, email: string) => `time of ${purchaseName(tool, email)}`;

const A_MOMENT = 10 * 60_000;

/** Whether Purchase was pressed a moment ago in this tab, and the order was not refused. */
export const wasJustOrdered = (tool: Tool, email: string) =>
  Date.now() - (readFromTab<number>(purchaseTimeName(tool, email)) ?? 0) < A_MOMENT;

/**
 * Places an order. The server changes the stock in the same transaction. So the PUT of the tool, which
 * docs/specification.md lists, is not sent.
 */
export function usePurchase() {
  const queryClient = useQueryClient();
  const request = useRef<IdempotentRequest>(null);
  return useMutation({
    mutationFn: ({ tool, quantity, address, phone, buyer }: Purchase) => {
      request.current ??= new IdempotentRequest(purchaseName(tool, buyer.email));
      keepInTab(purchaseTimeName(tool, buyer.email), Date.now());
      const body = orderBody({ tool, quantity, address, phone, buyer });
      const header = { "Idempotency-Key": request.current.keyFor(body) };
      return unwrap(api.POST("/orders", { params: { header }, body }));
    },
    onSettled: async (_answer, error, { tool, buyer }) => {
      const isDefinite = request.current?.finish(error);
      if (error && isDefinite) keepInTab(purchaseTimeName(tool, buyer.email), undefined);
      // Also after an error, because the usual cause is a changed stock or price.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ["tool", tool._id] }),
        queryClient.invalidateQueries({ queryKey: ["tools"] }),
        queryClient.invalidateQueries({ queryKey: ["orders"] }),
      ]);
    },
  });
}

/** Address and phone of the customer's latest order that has an address, or null. */
export const lastDeliveryQuery = (customerEmail: string) =>
  queryOptions({
    queryKey: ["orders", "last delivery", customerEmail],
    queryFn: async ({ signal }) => {
      const query = { sort: "newest", limit: 10, customerEmail } as const;
      const orders = await unwrap(api.GET("/orders", { params: { query }, signal }));
      return orders.map(swapped).find(({ address }) => address.trim() !== "") ?? null;
    },
    meta: { private: true },
  });

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
    // Payments happen in another document and at the card provider.
    staleTime: 0,
    ...pagedOrders,
  });

const HALF_A_MINUTE = 30_000;

export const allOrdersQuery = (search: string, state: OrderState | undefined, days: DayRange) =>
  infiniteQueryOptions({
    queryKey: ["orders", "all", { search, state, ...days }],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam ?? undefined;
      const query = { ...PAGE, q: search || undefined, state, ...days, cursor };
      return unwrapPage(api.GET("/manageOrders", { params: { query }, signal }));
    },
    // Not at every render, see docs/decisions/0009-add-to-the-specification-what-owners-need.md.
    staleTime: 0,
    refetchInterval: HALF_A_MINUTE,
    refetchOnWindowFocus: "always",
    // The previous list stays while the next one loads.
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

/** What is left of an order's payment, or a part of it. */
export type RefundChoice =
  | { returnStock: boolean }
  | { amount: number; reason: string; refundedBefore: number };

/** The server refunds an order once, and a part once, however often this is called. */
export function useRefundOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ order: { _id }, choice }: { order: Order; choice: RefundChoice }) => {
      const params = { path: { id: _id } };
      return "amount" in choice
        ? unwrap(api.POST("/orders/{id}/partial-refund", { params, body: choice }))
        : unwrap(api.POST("/orders/{id}/refund", { params, body: choice }));
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ["tools"] });
      return queryClient.invalidateQueries({ queryKey: ["orders"] });
    },
  });
}

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ["orders", "one", id],
    queryFn: ({ signal }) => unwrap(api.GET("/orders/{id}", { params: { path: { id } }, signal })),
    meta: { private: true },
  });

export const orderForOwnerQuery = (id: string) =>
  queryOptions({
    queryKey: ["orders", "for owner", id],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/manageOrders/{id}", { params: { path: { id } }, signal })),
    // Payments and other admins change it.
    staleTime: 0,
    meta: { private: true },
  });

export function useSaveNotes(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    /** Saves nothing if other notes than `before` are stored by now. */
    mutationFn: (body: { notes: string; before: string }) =>
      unwrap(api.PUT("/manageOrders/{id}/notes", { params: { path: { id } }, body })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["orders"] }),
  });
}

export interface TypedTracking {
  carrier: Carrier | "";
  trackingNumber: string;
  trackingUrl: string;
}

/** Ships a paid order with a tracking number, or changes the number of a shipped one. */
export function useSaveTracking({ _id, status, disputedAt }: Order) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ carrier, trackingNumber, trackingUrl }: TypedTracking) => {
      const tracking = {
        carrier: carrier || null,
        trackingNumber,
        trackingUrl: carrier === "Other" ? trackingUrl : null,
      };
      const body =
        status === "pending"
          ? { status: "Approved and shipped" as const, ...tracking, despiteDispute: !!disputedAt }
          : tracking;
      return unwrap(api.PATCH("/orders/{id}", { params: { path: { id: _id } }, body }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["orders"] }),
  });
}

/** Ships an order, also while the page closes. */
export const shipOrder = (
  { _id }: Order,
  tracking?: { carrier: Carrier | null; trackingNumber: string },
) =>
  unwrap(
    api.PATCH("/orders/{id}", {
      params: { path: { id: _id } },
      body: { status: "Approved and shipped", ...tracking },
      keepalive: true,
    }),
  );
