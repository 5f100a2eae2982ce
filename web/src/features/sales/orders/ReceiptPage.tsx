import type { Order } from "../../../api/client.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { FullPrice } from "../../../ui/FullPrice.tsx";
import { LongId } from "../../../ui/LongId.tsx";
import { OrderPaper, ShipTo } from "./OrderPaper.tsx";
import { PartRefunded } from "./PartRefunded.tsx";

export default function ReceiptPage() {
  return (
    <OrderPaper
      title="Receipt"
      refuse={(order) =>
        order.paid ? undefined : "This order is not paid yet. Its receipt appears here once it is."
      }
    >
      {(order) => <Receipt order={order} />}
    </OrderPaper>
  );
}

const Receipt = ({ order }: { order: Order }) => (
  <>
    <ShipTo order={order} />
    <table className="figures mt-8 w-full">
      <thead className="text-sm">
        <tr>
          <th scope="col">Tool</th>
          <th scope="col">Quantity</th>
          <th scope="col">Price</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td className="wrap-anywhere" dir="auto">
            {order.toolName}
          </td>
          <td>{formatCount(order.orderQuantity)}</td>
          <td>{formatPrice(order.price)}</td>
          <td className="font-semibold">
            <FullPrice dollars={order.totalPrice} className="" />
          </td>
        </tr>
      </tbody>
    </table>
    <p className="figures mt-6">
      Paid by card{order.paidAt && " on "}
      {order.paidAt && <DateText at={order.paidAt} />}
    </p>
    <p className="text-sm text-quiet">
      Transaction id <LongId id={order.transactionId ?? ""} />
    </p>
    <PartRefunded order={order} className="mt-2 font-medium" />
    {order.refundBegunAt && (
      <p className="figures mt-2 font-medium">
        <FullPrice dollars={order.totalPrice} className="" /> refunded on{" "}
        <DateText at={order.refundedAt ?? order.refundBegunAt} />
      </p>
    )}
  </>
);
