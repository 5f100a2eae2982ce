import { useQuery } from "@tanstack/react-query";
import type { Order } from "../../../api/client.ts";
import { IN_SENTENCE } from "../../../api/payment-methods.ts";
import { hasPurchase, purchaseIdOf, purchaseQuery } from "../../../api/purchase.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { FullPrice } from "../../../ui/FullPrice.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { LongId } from "../../../ui/LongId.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { CreditNoteLinks } from "../CreditNoteLinks.tsx";
import { PartRefunded } from "../PartRefunded.tsx";
import { OrderPaper, PaperTable, type SkuOf } from "./OrderPaper.tsx";
import { PurchasePaper } from "./PurchasePaper.tsx";

export default function ReceiptPage() {
  return (
    <OrderPaper
      title="Receipt"
      refuse={(order) =>
        order.paid ? undefined : "This order is not paid yet. Its receipt appears here once it is."
      }
    >
      {([order], skuOf) =>
        hasPurchase(order) ? (
          <ReceiptOfPurchase id={purchaseIdOf(order)} skuOf={skuOf} />
        ) : (
          <Receipt order={order} skuOf={skuOf} />
        )
      }
    </OrderPaper>
  );
}

/** Shows the receipt of an order with taxes or delivery, which belong to the purchase. */
function ReceiptOfPurchase({ id, skuOf }: { id: string; skuOf: SkuOf }) {
  const { data: purchase, error, refetch } = useQuery(purchaseQuery(id));
  if (purchase) return <PurchasePaper purchase={purchase} skuOf={skuOf} />;
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  return <Spinner label="Loading the order" />;
}

function CreditNotes({ order }: { order: Order }) {
  const { data: purchase } = useQuery(purchaseQuery(purchaseIdOf(order)));
  return <p className="mt-1 text-sm">{purchase && <CreditNoteLinks purchase={purchase} />}</p>;
}

interface ReceiptProps {
  order: Order;
  skuOf: SkuOf;
}

const Receipt = ({ order, skuOf }: ReceiptProps) => (
  <>
    <PaperTable
      orders={[order]}
      skuOf={skuOf}
      columns={[
        ["Quantity", ({ orderQuantity }) => formatCount(orderQuantity)],
        ["Price", ({ price }) => formatPrice(price)],
        [
          "Total",
          ({ totalPrice }) => (
            <strong>
              <FullPrice dollars={totalPrice} className="" />
            </strong>
          ),
        ],
      ]}
    />
    <p className="mt-6">
      Paid{order.paymentMethod ? IN_SENTENCE[order.paymentMethod] : " by card"}
      {order.paidAt && " on "}
      {order.paidAt && <DateText at={order.paidAt} />}
    </p>
    <p className="text-sm text-quiet">
      Transaction id <LongId id={order.transactionId ?? ""} />
    </p>
    <PartRefunded order={order} className="mt-2 font-medium" />
    {order.refundBegunAt && (
      <p className="mt-2 font-medium">
        <FullPrice dollars={order.totalPrice} className="" />{" "}
        {order.refundedAt ? "refunded on" : "being refunded since"}{" "}
        <DateText at={order.refundedAt ?? order.refundBegunAt} />
      </p>
    )}
    {order.refundedAmount && <CreditNotes order={order} />}
  </>
);
