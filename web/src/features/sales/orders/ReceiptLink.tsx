import type { Order } from "../../../api/client.ts";
import { orderName } from "../../../api/order-name.ts";
import { invoicePath, receiptPath } from "../../../page-paths.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { texts } from "./order.texts.en.tsx";

/** A line of several is on the invoice of all. */
export const ReceiptLink = ({ order }: { order: Order }) => (
  <AppLink
    to={order.purchaseId ? invoicePath(order.purchaseId) : receiptPath(order._id)}
    className="btn btn-outline btn-sm"
    aria-label={texts.receiptFor(orderName(order))}
  >
    {texts.receipt}
  </AppLink>
);
