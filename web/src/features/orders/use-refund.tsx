import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Order } from "../../api/client.ts";
import { formatPrice } from "../../money.ts";
import { showToast } from "../../ui/toast.tsx";
import { useRefundOrder } from "./queries.ts";
import { RefundDialog } from "./RefundDialog.tsx";
import { refundErrorMessage } from "./refund.ts";

/** Giving the money of one of these orders back: asked first, told after, and what went wrong said where it was asked. */
export function useRefundDialog(orders: Order[]): {
  ask: (order: Order) => void;
  dialog: ReactNode;
} {
  const { mutateAsync } = useRefundOrder();
  const [current, setAsked] = useState<Order>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  // Which order the dialog is about by the time an answer comes.
  const open = useRef<string>(undefined);

  const ask = (order: Order | undefined) => {
    open.current = order?._id;
    setAsked(order);
    setError(undefined);
  };

  const refund = async (order: Order, returnStock: boolean) => {
    setBusy(true);
    setError(undefined);
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
      if (open.current === order._id) setError(refundErrorMessage(error));
      else showToast("error", refundErrorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return {
    ask,
    dialog: (
      <RefundDialog
        // As it is now: a colleague may have shipped or refunded it while it was asked about.
        order={current && (orders.find(({ _id }) => _id === current._id) ?? current)}
        busy={busy}
        error={error}
        onCancel={() => ask(undefined)}
        onRefund={(order, returnStock) => void refund(order, returnStock)}
      />
    ),
  };
}
