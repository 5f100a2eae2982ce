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
import { texts as paperTexts } from "./paper.texts.en.tsx";
import { texts } from "./receipt.texts.en.tsx";

export default function ReceiptPage() {
  return (
    <OrderPaper
      title={texts.title}
      titleOfSeveral={texts.titleOfSeveral}
      refuse={(order) => (order.paid ? undefined : texts.notPaid)}
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
  return <Spinner label={paperTexts.loading} />;
}

function CreditNotes({ order }: { order: Order }) {
  const { data: purchase } = useQuery(purchaseQuery(purchaseIdOf(order)));
  return <p className="mt-1 text-sm">{purchase && <CreditNoteLinks purchase={purchase} />}</p>;
}

const paidText = ({ paymentMethod }: Order) =>
  paymentMethod ? IN_SENTENCE[paymentMethod] : paperTexts.byCard;

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
        [paperTexts.quantity, ({ orderQuantity }) => formatCount(orderQuantity)],
        [paperTexts.price, ({ price }) => formatPrice(price)],
        [
          paperTexts.total,
          ({ totalPrice }) => (
            <strong>
              <FullPrice dollars={totalPrice} className="" />
            </strong>
          ),
        ],
      ]}
    />
    <p className="mt-6">
      {order.paidAt
        ? texts.paidOn(paidText(order), <DateText at={order.paidAt} />)
        : texts.paid(paidText(order))}
    </p>
    <p className="text-sm text-quiet">
      {paperTexts.transactionId} <LongId id={order.transactionId ?? ""} />
    </p>
    <PartRefunded order={order} className="mt-2 font-medium" />
    {order.refundBegunAt && (
      <p className="mt-2 font-medium">
        {order.refundedAt
          ? texts.refundedOn(
              <FullPrice dollars={order.totalPrice} className="" />,
              <DateText at={order.refundedAt} />,
            )
          : texts.refundedSince(
              <FullPrice dollars={order.totalPrice} className="" />,
              <DateText at={order.refundBegunAt} />,
            )}
      </p>
    )}
    {order.refundedAmount && <CreditNotes order={order} />}
  </>
);
