import type { Order, Purchase } from "../../../api/client.ts";
import { IN_SENTENCE } from "../../../api/payment-methods.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { DateText, Deadline } from "../../../ui/DateText.tsx";
import { LongId } from "../../../ui/LongId.tsx";
import { daysText } from "../delivery-texts.ts";
import { PurchaseSum } from "../PurchaseSum.tsx";
import { PaperTable, type SkuOf } from "./OrderPaper.tsx";
import { texts } from "./paper.texts.en.tsx";

interface PurchasePaperProps {
  purchase: Purchase;
  skuOf: SkuOf;
}

/** The lines of a purchase, every tax on its own line with rate, base and number, and the terms of payment. */
export function PurchasePaper({ purchase, skuOf }: PurchasePaperProps) {
  const { orders, delivery } = purchase;
  return (
    <>
      <PaperTable
        orders={orders}
        skuOf={skuOf}
        columns={[
          [texts.quantity, (order) => formatCount(order.orderQuantity)],
          [texts.price, (order) => formatPrice(order.price)],
          [texts.total, (order) => formatPrice(order.subtotal ?? order.totalPrice)],
        ]}
      />
      <PurchaseSum
        sum={purchase}
        delivery={delivery && `${delivery.name} (${daysText(delivery)})`}
        isInvoice
        placed={purchase}
      />
      <Terms purchase={purchase} />
    </>
  );
}

const paidText = ({ paymentMethod }: Order) =>
  paymentMethod ? IN_SENTENCE[paymentMethod] : texts.byCard;

function Terms({ purchase: { orders, paid, heldUntil } }: { purchase: Purchase }) {
  const [first] = orders;
  if (!first) return null;
  if (!paid)
    return (
      <p className="mt-6">
        {heldUntil ? texts.toBePaidBy(<Deadline at={heldUntil} />) : texts.toBePaid}
      </p>
    );
  return (
    <>
      <p className="mt-6">
        {first.paidAt
          ? texts.paidOn(paidText(first), <DateText at={first.paidAt} />)
          : texts.paid(paidText(first))}
      </p>
      {first.transactionId && (
        <p className="text-sm text-quiet">
          {texts.transactionId} <LongId id={first.transactionId} />
        </p>
      )}
    </>
  );
}
