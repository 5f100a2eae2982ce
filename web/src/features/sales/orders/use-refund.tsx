import { type ReactNode, useRef, useState } from "react";
import type { Order } from "../../../api/client.ts";
import { closeToPage, focusPage } from "../../../ui/report.ts";
import { showToast } from "../../../ui/toast.tsx";
import { type RefundChoice, useRefundOrder } from "./queries.ts";
import { RefundDialog } from "./RefundDialog.tsx";
import { texts } from "./refund.texts.en.tsx";
import { refundErrorMessage } from "./refund.ts";

/** Refunds one of these orders after confirmation. Shows the result as a toast, and an error in the dialog. */
export function useRefundDialog(orders: Order[]): {
  ask: (order: Order) => void;
  dialog: ReactNode;
} {
  const { mutateAsync } = useRefundOrder();
  const [current, setAsked] = useState<Order>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  // The order of the open dialog, which can change before the response arrives.
  const open = useRef<string>(undefined);

  const ask = (order: Order | undefined) => {
    open.current = order?._id;
    setAsked(order);
    setError(undefined);
  };

  const refund = async (order: Order, choice: RefundChoice, amount: string) => {
    setBusy(true);
    setError(undefined);
    try {
      const { modifiedCount, refund: came } = await mutateAsync({ order, choice });
      if (open.current === order._id) closeToPage(() => ask(undefined));
      else if (!document.querySelector("dialog[open]")) focusPage();
      if (came === "refused") showToast("error", texts.refused);
      else if (modifiedCount === 1)
        showToast("success", texts.refunded(amount, order.customerName));
      else showToast("info", texts.wasRefunded);
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
        // The current version: another admin may have shipped or refunded it since the dialog opened.
        order={current && (orders.find(({ _id }) => _id === current._id) ?? current)}
        busy={busy}
        error={error}
        onCancel={() => ask(undefined)}
        onRefund={(...chosen) => void refund(...chosen)}
      />
    ),
  };
}
