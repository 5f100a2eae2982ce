import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { useNavigate } from "react-router";
import type { Order } from "../../../api/client.ts";
import { configQuery } from "../../../api/config.ts";
import { orderName } from "../../../api/order-name.ts";
import { ORDER_STATES, orderStateName } from "../../../api/order-states.ts";
import { useRole } from "../../../api/session/use-role.ts";
import { packingSlipPath } from "../../../page-paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { ignorePointer } from "../../../ui/ignore-pointer.ts";
import { type MenuAction, MoreActions } from "../../../ui/MoreActions.tsx";
import { hasTracking } from "../TrackingLink.tsx";
import { texts } from "./order-actions.texts.en.ts";
import { recordPaymentName } from "./RecordPayment.tsx";
import { texts as recordTexts } from "./record-payment.texts.en.tsx";
import type { Shipping } from "./use-shipping.ts";
import { asksBeforeShipping } from "./use-tracking.tsx";

/** Moves the focus to the page when the row with the focused button disappears. */
const keepFocusOnPage = (actions: HTMLElement | null) => () => {
  if (actions?.contains(document.activeElement))
    document.getElementById("main")?.focus({ preventScroll: true });
};

interface OrderActionsProps {
  order: Order;
  shipping: Shipping;
  onDelete: (order: Order) => void;
  onRefund: (order: Order) => void;
  onTrack: (order: Order) => void;
  /** Opens the dialog of a payment. If it is absent, the page has that button elsewhere. */
  onRecord?: (order: Order) => void;
  /** Puts all but the next action into a menu, for lists. */
  folded?: boolean;
}

/** The status of an order, and the actions. Staff do not delete or refund. */
export function OrderActions({
  order,
  shipping,
  onDelete,
  onRefund,
  onTrack,
  onRecord,
  folded = false,
}: OrderActionsProps) {
  const status = useRef<HTMLSpanElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const isAdmin = useRole().data === "admin";
  const { data: config } = useQuery(configQuery);
  const navigate = useNavigate();
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
  const whose = texts.orderFor(orderName(order), order.customerName);
  const isHeld = shipping.isHeld(order);
  // The tracking form asks before it ships.
  const asks = asksBeforeShipping(order);

  if (!order.paid) {
    const actions: MenuAction[] = [];
    if (isAdmin)
      actions.push({
        label: texts.delete,
        name: texts.deleteName(whose),
        onPress: () => onDelete(order),
      });
    if (onRecord)
      actions.push({
        label: recordTexts.title,
        name: recordPaymentName(order),
        onPress: () => onRecord(order),
      });
    // The owner records payments every day if the shop takes no cards, so this action comes first.
    if (config && !config.stripePublishableKey) actions.reverse();
    const [next, ...others] = actions;
    return (
      <div className="data-table-actions">
        <span className="text-warning">{ORDER_STATES.unpaid}</span>
        {next && (
          <Button
            variant="outline"
            small
            className={next.label === texts.delete ? "" : "orders-record"}
            aria-label={next.name}
            onClick={next.onPress}
          >
            {next.label}
          </Button>
        )}
        {others.length > 0 && <MoreActions name={texts.more(whose)} actions={others} />}
      </div>
    );
  }

  const track: MenuAction = hasTracking(order)
    ? {
        label: texts.changeTracking,
        name: texts.changeTrackingName(whose),
        onPress: () => onTrack(order),
      }
    : {
        label: texts.addTracking,
        name: texts.addTrackingName(whose),
        onPress: () => onTrack(order),
      };
  const refund: MenuAction = {
    label: texts.refund,
    name: texts.refundName(whose),
    onPress: () => onRefund(order),
  };
  const printSlip: MenuAction = {
    label: texts.packingSlip,
    name: texts.packingSlipName(whose),
    onPress: () => void navigate(packingSlipPath(order._id)),
  };
  const others = [
    ...(asks ? [] : [track]),
    ...(isAdmin ? [refund] : []),
    ...(folded ? [printSlip] : []),
  ];
  return (
    <div ref={keepFocusOnPage} className="data-table-actions">
      <span ref={status} tabIndex={-1} className={statusColor(order)}>
        {/* In the list, as the specification spells it. */}
        {folded ? order.status && texts.states[order.status] : orderStateName(order)}
      </span>
      {order.disputedAt && <span className="font-medium text-warning">{texts.disputed}</span>}
      {!order.refundBegunAt && (
        <div ref={buttons} className="flex flex-wrap gap-2">
          {order.status === "pending" && (
            <Button
              small
              ref={passFocus}
              aria-label={texts.shipName(whose)}
              onClick={asks ? () => onTrack(order) : replaceButton(shipping.ship)}
            >
              {texts.ship}
            </Button>
          )}
          {isHeld && (
            <Button
              variant="outline"
              small
              ref={passFocus}
              aria-label={texts.undoName(whose)}
              onClick={replaceButton(shipping.undo)}
            >
              {texts.undo}
            </Button>
          )}
          {/* They keep their place while shipping can be undone, so that nothing moves. */}
          <div className={isHeld ? "invisible" : "contents"}>
            {folded ? (
              <MoreActions name={texts.more(whose)} actions={others} />
            ) : (
              others.map(({ label, name, onPress }) => (
                <Button key={label} variant="outline" small aria-label={name} onClick={onPress}>
                  {label}
                </Button>
              ))
            )}
          </div>
        </div>
      )}
    </div>
  );
}

function statusColor({ status, refundBegunAt, refundedAt }: Order) {
  if (refundBegunAt) return refundedAt ? "text-quiet" : "text-warning";
  return status === "pending" ? "text-info" : "text-success";
}
