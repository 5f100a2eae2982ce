import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Order } from "../../api/client.ts";
import { formatPrice } from "../../money.ts";
import { showToast } from "../../ui/toast.tsx";
import { useRefundOrder } from "./queries.ts";
import { RefundDialog } from "./RefundDialog.tsx";
import { whyNotRefunded } from "./refund.ts";

/** Giving the money of one of these orders back: asked first, told after, and what went wrong said where it was asked. */
export function useRefund(orders: Order[]): { ask: (order: Order) => void; dialog: ReactNode } {
  const { mutateAsync } = useRefundOrder();
  const [asked, setAsked] = useState<Order>();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  // Which order the dialog is about by the time an answer comes.
  const open = useRef<string>(undefined);

  const ask = (order: Order | undefined) => {
    open.current = order?._id;
    setAsked(order);
    setFault(undefined);
  };

  const refund = async (order: Order, returnStock: boolean) => {
    setBusy(true);
    setFault(undefined);
    try {
      const { modifiedCount, refund: came } = await mutateAsync({ order, returnStock });
      if (open.current === order._id) flushSync(() => ask(undefined));
      // Closing has given the focus back to the row's button, and that is gone.
      if (!document.querySelector("dialog[open]"))
        document.getElementById("main")?.focus({ preventScroll: true });
      if (came === "refused")
        showToast("error", "The card provider refuses to give this money back. Books says why");
      else if (modifiedCount === 1)
        showToast("success", `${formatPrice(order.totalPrice)} goes back to ${order.customerName}`);
      else showToast("info", "This order was refunded before: its money goes back once");
    } catch (error) {
      if (open.current === order._id) setFault(whyNotRefunded(error));
      else showToast("error", whyNotRefunded(error));
    } finally {
      setBusy(false);
    }
  };

  return {
    ask,
    dialog: (
      <RefundDialog
        // As it is now: a colleague may have shipped or refunded it while it was asked about.
        order={asked && (orders.find(({ _id }) => _id === asked._id) ?? asked)}
        busy={busy}
        fault={fault}
        onCancel={() => ask(undefined)}
        onRefund={(order, returnStock) => void refund(order, returnStock)}
      />
    ),
  };
}
