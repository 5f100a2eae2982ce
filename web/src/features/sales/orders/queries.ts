import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type Carrier, type Order, send, type Tool } from "../../../api/client.ts";
import { IdempotentRequest } from "../../../api/idempotent-request.ts";
import type { OrderState } from "../../../api/order-states.ts";
import type { PaymentMethod } from "../../../api/payment-methods.ts";
import { purchaseIdOf } from "../../../api/purchase.ts";
import { PRIVATE, pagesQuery, privateQuery } from "../../../api/query.ts";
import { OWNER_TASKS } from "../../../api/query-client.ts";
import { keepInTab, readFromTab } from "../../../api/session/tab-storage.ts";
import { swapped } from "../../../api/swap.ts";
import { useChange } from "../../../api/use-change.ts";
import { toCents, toDollars } from "../../../money.ts";
import { priceFor } from "../quantity.ts";
import type { DayRange } from "./order-filter.ts";

/** The page has the newest orders first. 100 is the server's limit for one page. */
const PAGE = { sort: "newest", limit: 100 } as const;

interface OrderToPlace {
  tool: Tool;
  quantity: number;
  address: string;
  phone: string;
  buyer: { email: string; name: string };
}

/** What POST /orders takes. */
function orderBody({ tool, quantity, address, phone, buyer }: OrderToPlace) {
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
    mutationFn: ({ tool, quantity, address, phone, buyer }: OrderToPlace) => {
      request.current ??= new IdempotentRequest(purchaseName(tool, buyer.email));
      keepInTab(purchaseTimeName(tool, buyer.email), Date.now());
      const body = orderBody({ tool, quantity, address, phone, buyer });
      const header = { "Idempotency-Key": request.current.keyFor(body) };
      return send("POST /orders", { header, body });
    },
    onSettled: async (_answer, error, { tool, buyer }) => {
      const isDefinite = request.current?.finish(error);
      if (error && isDefinite) keepInTab(purchaseTimeName(tool, buyer.email), undefined);
      // The queries run again also after an error, because its usual cause is a changed stock or
      // price.
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
      const orders = await send("GET /orders", { query, signal });
      return orders.map(swapped).find(({ address }) => address.trim() !== "") ?? null;
    },
    ...PRIVATE,
  });

/** The orders of the former shop, which never change. */
export const formerOrdersQuery = privateQuery(["former-orders"], "/former-orders", undefined, {
  staleTime: Number.POSITIVE_INFINITY,
});

export const myOrdersQuery = (customerEmail: string) =>
  pagesQuery(
    ["orders", "mine", customerEmail],
    "/orders",
    { query: { ...PAGE, customerEmail } },
    // Payments happen in another document and at the card provider.
    { staleTime: 0, ...PRIVATE },
  );

const HALF_A_MINUTE = 30_000;

export const allOrdersQuery = (search: string, state: OrderState | undefined, days: DayRange) =>
  pagesQuery(
    ["orders", "all", { search, state, ...days }],
    "/manageOrders",
    { query: { ...PAGE, q: search || undefined, state, ...days } },
    {
      // The list is not read at every render, see
      // docs/decisions/0009-add-to-the-specification-what-owners-need.md.
      staleTime: 0,
      refetchInterval: HALF_A_MINUTE,
      refetchOnWindowFocus: "always",
      // The previous list stays while the next one loads.
      placeholderData: keepPreviousData,
      ...PRIVATE,
    },
  );

export const useDeleteOrder = () =>
  useChange(
    ({ _id }: Order) => send("DELETE /orders/{id}", { path: { id: _id } }),
    ["tools", "orders"],
  );

/** Lines and pieces, an amount of a line, or the delivery. */
export interface RefundSelection {
  lines: { orderId: string; quantity?: number; amount?: number }[];
  delivery?: boolean;
  returnStock?: boolean;
}

interface PartChoice extends RefundSelection {
  reason: string;
  refundedBefore: number;
  method?: PaymentMethod;
}

/** What is left of an order's payment, or a part of its purchase. */
export type RefundChoice =
  | { returnStock: boolean; method?: PaymentMethod; note?: string }
  | PartChoice;

/** The server refunds an order once, and a part once, however often this is called. */
export const useRefundOrder = () =>
  useChange(
    ({ order, choice }: { order: Order; choice: RefundChoice }) =>
      "lines" in choice
        ? send("POST /purchases/{id}/refund", { path: { id: purchaseIdOf(order) }, body: choice })
        : send("POST /orders/{id}/refund", { path: { id: order._id }, body: choice }),
    ["tools", "orders"],
  );

/** The money of a refund that came back goes to the card again, or was returned in another way. */
export const useRefundAgain = (order: Order) =>
  useChange(
    ({ id, method }: { id: string; method?: PaymentMethod }) =>
      send("POST /purchases/{id}/refunds/{refundId}/again", {
        path: { id: purchaseIdOf(order), refundId: id },
        body: method ? { method } : {},
      }),
    ["orders"],
  );

/** What a refund would return, and what is left. Another refund may have changed it. */
export const refundQuoteQuery = (purchaseId: string, selection: RefundSelection) =>
  queryOptions({
    queryKey: ["orders", "refund quote", purchaseId, selection],
    queryFn: () =>
      send("POST /purchases/{id}/refund-quote", { path: { id: purchaseId }, body: selection }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    ...PRIVATE,
  });

interface TypedPayment {
  paymentMethod: PaymentMethod;
  receivedOn?: string;
  reference?: string;
}

/** Records a payment of the whole purchase without the card provider. A repetition of the same one has no effect. */
export function useRecordOrderPayment({ _id }: Order) {
  const request = useRef<IdempotentRequest>(null);
  return useChange(
    async (body: TypedPayment & { amount: number }) => {
      request.current ??= new IdempotentRequest();
      const header = { "Idempotency-Key": request.current.keyFor(body) };
      try {
        const path = { id: _id };
        const recorded = await send("POST /manageOrders/{id}/payment", { path, header, body });
        request.current.finish();
        return recorded;
      } catch (error) {
        request.current.finish(error);
        throw error;
      }
    },
    ["tools", "orders"],
  );
}

export const orderQuery = (id: string) =>
  privateQuery(["orders", "one", id], "/orders/{id}", { path: { id } });

/** Payments and other admins change it. */
export const orderForOwnerQuery = (id: string) =>
  privateQuery(
    ["orders", "for owner", id],
    "/manageOrders/{id}",
    { path: { id } },
    { staleTime: 0 },
  );

/** Saves nothing if other notes than `before` are stored by now. */
export const useSaveNotes = (id: string) =>
  useChange(
    (body: { notes: string; before: string }) =>
      send("PUT /manageOrders/{id}/notes", { path: { id }, body }),
    ["orders"],
  );

export interface TypedTracking {
  carrier: Carrier | "";
  trackingNumber: string;
  trackingUrl: string;
}

const trackingBody = ({ carrier, trackingNumber, trackingUrl }: TypedTracking) => ({
  carrier: carrier || null,
  trackingNumber,
  trackingUrl: carrier === "Other" ? trackingUrl : null,
});

const shipBody = ({ disputedAt }: Order, typed: TypedTracking) => ({
  status: "Approved and shipped" as const,
  ...trackingBody(typed),
  despiteDispute: !!disputedAt,
});

/** Ships a paid order with a tracking number, or changes the number of a shipped one. */
export const useSaveTracking = (order: Order) =>
  useChange(
    (typed: TypedTracking) => {
      const { _id, status } = order;
      const body = status === "pending" ? shipBody(order, typed) : trackingBody(typed);
      return send("PATCH /orders/{id}", { path: { id: _id }, body });
    },
    ["orders"],
  );

/** Ships all paid lines of the order's purchase in one parcel. */
export const useShipPurchase = (order: Order) =>
  useChange(
    (typed: TypedTracking) =>
      send("POST /purchases/{id}/ship", {
        path: { id: purchaseIdOf(order) },
        body: shipBody(order, typed),
      }),
    ["orders", OWNER_TASKS],
  );

/** Ships an order, also while the page closes. */
export const shipOrder = (
  { _id }: Order,
  tracking?: { carrier: Carrier | null; trackingNumber: string },
) =>
  send("PATCH /orders/{id}", {
    path: { id: _id },
    body: { status: "Approved and shipped", ...tracking },
    keepalive: true,
  });
