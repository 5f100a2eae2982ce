import type { ReactNode } from "react";
import type { Order } from "../../../api/client.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { purchaseIdOf, toolsText } from "../../../api/purchase.ts";
import { formatPrice } from "../../../money.ts";
import { placedPurchasePath } from "../../../page-paths.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { texts } from "./order.texts.en.tsx";
import { isOffered } from "./order-selection.ts";

interface PurchaseHeadingProps {
  /** One of its lines. */
  order: Order;
  children?: ReactNode;
}

/** `#1042 · 2 tools · $476.66` above the lines of a purchase. The lines are without its delivery. */
export function PurchaseHeading({ order, children }: PurchaseHeadingProps) {
  const parts = [
    orderNumber(order),
    toolsText(order.lines ?? 1),
    formatPrice(order.purchaseTotal ?? order.totalPrice),
  ];
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <AppLink
        to={placedPurchasePath(purchaseIdOf(order))}
        className="py-1 text-sm font-medium underline-offset-4 hover:underline"
      >
        {parts.join(" · ")}
      </AppLink>
      {children}
    </div>
  );
}

interface ShipAllProps {
  order: Order;
  /** All that are listed. */
  orders: Order[];
  onAsk: (order: Order) => void;
}

/** Where several lines of a purchase are to ship. */
export function ShipAll({ order, orders, onAsk }: ShipAllProps) {
  const lines = orders.filter((line) => line.purchaseId === order.purchaseId);
  const [first, second] = lines.filter(isOffered);
  if (!first || !second) return null;
  return (
    <Button
      variant="outline"
      small
      aria-label={texts.shipAllOf(orderNumber(order), order.customerName)}
      onClick={() => onAsk(first)}
    >
      {texts.shipAll}
    </Button>
  );
}
