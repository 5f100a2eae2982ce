import { useCallback, useRef } from "react";
import type { Order } from "../../api/client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { Button } from "../../ui/Button.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useShipOrder } from "./queries.ts";

/** Moves the focus to the page when the row with the focused button disappears. */
const keepFocusOnPage = (actions: HTMLElement | null) => () => {
  if (actions?.contains(document.activeElement))
    document.getElementById("main")?.focus({ preventScroll: true });
};

interface OrderActionsProps {
  order: Order;
  onDelete: () => void;
  onRefund: () => void;
}

/** The status of an order, and the admin's actions. */
export function OrderActions({ order, onDelete, onRefund }: OrderActionsProps) {
  const shipping = useShipOrder();
  const status = useRef<HTMLSpanElement>(null);
  const ship = async () => {
    try {
      await shipping.mutateAsync(order);
    } catch (error) {
      showToast("error", errorMessage(error));
    }
  };
  // The button disappears, so the focus moves to the new status.
  const passFocus = useCallback(
    (button: HTMLButtonElement | null) => () => {
      if (button === document.activeElement) status.current?.focus();
    },
    [],
  );
  const whose = `the order of ${order.toolName} for ${order.customerName}`;

  if (!order.paid)
    return (
      <div className="data-table-actions">
        <span className="text-warning">Unpaid</span>
        <Button variant="outline" small aria-label={`Delete ${whose}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    );
  return (
    <div ref={keepFocusOnPage} className="data-table-actions">
      <span ref={status} tabIndex={-1} className={statusColor(order)}>
        {order.status}
      </span>
      {!order.refundBegunAt && (
        <div className="flex gap-3">
          {order.status === "pending" && (
            <Button
              small
              ref={passFocus}
              busy={shipping.isPending}
              aria-label={`Ship ${whose}`}
              onClick={() => void ship()}
            >
              Ship
            </Button>
          )}
          <Button
            variant="outline"
            small
            ref={passFocus}
            aria-label={`Refund ${whose}`}
            onClick={onRefund}
          >
            Refund
          </Button>
        </div>
      )}
    </div>
  );
}

function statusColor({ status, refundBegunAt, refundedAt }: Order) {
  if (refundBegunAt) return refundedAt ? "text-quiet" : "text-warning";
  return status === "pending" ? "text-info" : "text-success";
}
