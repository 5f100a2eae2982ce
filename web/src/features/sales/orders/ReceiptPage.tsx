import type { Order } from "../../../api/client.ts";
import { IN_SENTENCE } from "../../../api/payment-methods.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { FullPrice } from "../../../ui/FullPrice.tsx";
import { LongId } from "../../../ui/LongId.tsx";
import { OrderPaper, PaperTable } from "./OrderPaper.tsx";
import { PartRefunded } from "./PartRefunded.tsx";

export default function ReceiptPage() {
  return (
    <OrderPaper
      title="Receipt"
      refuse={(order) =>
        order.paid ? undefined : "This order is not paid yet. Its receipt appears here once it is."
      }
    >
      {(order, sku) => <Receipt order={order} sku={sku} />}
    </OrderPaper>
  );
}

interface ReceiptProps {
  order: Order;
  sku: string | null | undefined;
}

const Receipt = ({ order, sku }: ReceiptProps) => (
  <>
    <PaperTable
      order={order}
      sku={sku}
      columns={[
        ["Quantity", formatCount(order.orderQuantity)],
        ["Price", formatPrice(order.price)],
        [
          "Total",
          <strong key="total">
            <FullPrice dollars={order.totalPrice} className="" />
          </strong>,
        ],
      ]}
    />
    <p className="figures mt-6">
      Paid{order.paymentMethod ? IN_SENTENCE[order.paymentMethod] : " by card"}
      {order.paidAt && " on "}
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
