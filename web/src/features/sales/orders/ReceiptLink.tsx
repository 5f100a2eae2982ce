import type { Order } from "../../../api/client.ts";
import { orderName } from "../../../api/order-name.ts";
import { receiptPath } from "../../../page-paths.ts";
import { AppLink } from "../../../ui/AppLink.tsx";

export const ReceiptLink = ({ order }: { order: Order }) => (
  <AppLink
    to={receiptPath(order._id)}
    className="btn btn-outline btn-sm"
    aria-label={`Receipt for ${orderName(order)}`}
  >
    Receipt
  </AppLink>
);
