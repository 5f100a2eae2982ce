import { useCallback, useRef } from "react";
import type { Order } from "../../../api/client.ts";
import { orderName } from "../../../api/order-name.ts";
import { ORDER_STATES } from "../../../api/order-states.ts";
import { useRole } from "../../../api/session/use-role.ts";
import { Button } from "../../../ui/Button.tsx";
import { ignorePointer } from "../../../ui/ignore-pointer.ts";
import { TrackingButton } from "./TrackingButton.tsx";
import type { Shipping } from "./use-shipping.ts";

/** Moves the focus to the page when the row with the focused button disappears. */
const keepFocusOnPage = (actions: HTMLElement | null) => () => {
  if (actions?.contains(document.activeElement))
    document.getElementById("main")?.focus({ preventScroll: true });
};

interface OrderActionsProps {
  order: Order;
  shipping: Shipping;
  onDelete: () => void;
  onRefund: () => void;
}

/** The status of an order, and the actions. Staff do not delete or refund. */
export function OrderActions({ order, shipping, onDelete, onRefund }: OrderActionsProps) {
  const status = useRef<HTMLSpanElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const isAdmin = useRole().data === "admin";
  // The button disappears, so the focus moves to the new status.
  const passFocus = useCallback(
    (button: HTMLButtonElement | null) => () => {
      if (button === document.activeElement) status.current?.focus();
    },
    [],
  );
  // Another button takes the place of the pressed one.
  const replaceButton = (change: (orders: Order[]) => void) => () => {
    change([order]);
    ignorePointer(buttons.current);
  };
  const whose = `${orderName(order)}, for ${order.customerName}`;
  const isHeld = shipping.isHeld(order);
  // The tracking form asks before it ships. Its button takes the place of Ship.
  const asks = order.status === "pending" && order.disputedAt;

  if (!order.paid)
    return (
      <div className="data-table-actions">
        <span className="text-warning">{ORDER_STATES.unpaid}</span>
        {isAdmin && (
          <Button
            variant="outline"
            small
            aria-label={`Delete the order of ${whose}`}
            onClick={onDelete}
          >
            Delete
          </Button>
        )}
      </div>
    );
  return (
    <div ref={keepFocusOnPage} className="data-table-actions">
      <span ref={status} tabIndex={-1} className={`@4xl:w-full @4xl:text-sm ${statusColor(order)}`}>
        {order.status}
      </span>
      {order.disputedAt && (
        <span className="font-medium text-warning @4xl:w-full @4xl:text-sm">Disputed</span>
      )}
      {!order.refundBegunAt && (
        <div
          ref={buttons}
          className={`flex flex-wrap gap-2 @4xl:flex-nowrap ${asks ? "order-1" : ""}`}
        >
          {order.status === "pending" && !asks && (
            <Button
              small
              ref={passFocus}
              aria-label={`Ship the order of ${whose}`}
              onClick={replaceButton(shipping.ship)}
            >
              Ship
            </Button>
          )}
          {isHeld ? (
            <Button
              variant="outline"
              small
              ref={passFocus}
              aria-label={`Undo shipping the order of ${whose}`}
              onClick={replaceButton(shipping.undo)}
            >
              Undo
            </Button>
          ) : isAdmin ? (
            <Button
              variant="outline"
              small
              ref={passFocus}
              aria-label={`Refund the order of ${whose}`}
              onClick={onRefund}
            >
              Refund
            </Button>
          ) : null}
        </div>
      )}
      {!order.refundBegunAt && (
        // Keeps its place while shipping can be undone, so that no row moves.
        <div className={isHeld ? "invisible" : undefined}>
          <TrackingButton order={order} />
        </div>
      )}
    </div>
  );
}

function statusColor({ status, refundBegunAt, refundedAt }: Order) {
  if (refundBegunAt) return refundedAt ? "text-quiet" : "text-warning";
  return status === "pending" ? "text-info" : "text-success";
}
