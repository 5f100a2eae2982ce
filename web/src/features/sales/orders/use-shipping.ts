import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Order } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { OWNER_TASKS } from "../../../api/query-client.ts";
import { beforeSignOut } from "../../../api/session/before-sign-out.ts";
import { showToast } from "../../../ui/toast.tsx";
import { texts } from "./order-actions.texts.en.ts";
import { shipOrder } from "./queries.ts";

const UNDO_TIME = 6_000;

/**
 * A `held` order is shown as shipped, and that can be undone. The server knows of a `sent` order,
 * or is about to.
 */
type Stage = "held" | "sent";

export interface Shipping {
  ship: (orders: Order[]) => void;
  undo: (orders: Order[]) => void;
  isHeld: (order: Order) => boolean;
  /** The order as it is shown: shipped before the server says so. */
  shown: (order: Order) => Order;
}

/**
 * Ships orders after a time in which that can be undone, because the server sends the customer's e-mail at once. Sends
 * them earlier when the page is left or hidden, and before signing out.
 */
export function useShipping(): Shipping {
  const queryClient = useQueryClient();
  const [orders, setOrders] = useState<ReadonlyMap<Order["_id"], [Order, Stage]>>(new Map());
  // Handlers that run between two renderings read the orders here.
  const latest = useRef(orders);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sending = useRef<Promise<unknown>>(undefined);

  const change = useCallback((some: Order[], stage: Stage | undefined) => {
    const next = new Map(latest.current);
    for (const order of some) {
      if (stage) next.set(order._id, [order, stage]);
      else next.delete(order._id);
    }
    latest.current = next;
    setOrders(next);
  }, []);

  const sendHeld = useCallback(async () => {
    clearTimeout(timer.current);
    const held = [...latest.current.values()].flatMap(([order, stage]) =>
      stage === "held" ? [order] : [],
    );
    if (held.length === 0) return;
    change(held, "sent");
    const results = await Promise.allSettled(held.map((order) => shipOrder(order)));
    const failed = held.filter((_, index) => results[index]?.status === "rejected");
    change(failed, undefined);
    void queryClient.invalidateQueries({ queryKey: ["orders"] });
    void queryClient.invalidateQueries({ queryKey: OWNER_TASKS });
    const numbers = new Map<string, string[]>();
    for (const [index, order] of held.entries()) {
      const result = results[index];
      if (result?.status !== "rejected") continue;
      const message = errorMessage(result.reason);
      numbers.set(message, [...(numbers.get(message) ?? []), orderNumber(order)]);
    }
    for (const [message, [first = "", ...others]] of numbers) {
      const text =
        others.length > 0
          ? texts.severalNotShipped([first, ...others], message)
          : texts.notShipped(first, message);
      showToast("error", text);
    }
  }, [change, queryClient]);

  /** Resolves when nothing is being sent, also not by an earlier call. */
  const send = useCallback(async () => {
    sending.current = Promise.all([sending.current, sendHeld()]);
    await sending.current;
  }, [sendHeld]);

  useEffect(() => {
    const unregister = beforeSignOut(() => send());
    const sendIfHidden = () => document.hidden && void send();
    const sendNow = () => void send();
    document.addEventListener("visibilitychange", sendIfHidden);
    window.addEventListener("pagehide", sendNow);
    return () => {
      document.removeEventListener("visibilitychange", sendIfHidden);
      window.removeEventListener("pagehide", sendNow);
      void send().finally(unregister);
    };
  }, [send]);

  return {
    ship: (some) => {
      change(
        some.filter(({ _id }) => !latest.current.has(_id)),
        "held",
      );
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void send(), UNDO_TIME);
    },
    undo: (some) =>
      change(
        some.filter(({ _id }) => latest.current.get(_id)?.[1] === "held"),
        undefined,
      ),
    isHeld: ({ _id }) => orders.get(_id)?.[1] === "held",
    shown: (order) =>
      order.status === "pending" && orders.has(order._id)
        ? { ...order, status: "Approved and shipped", shippedAt: new Date().toISOString() }
        : order,
  };
}
