import type { Order, Purchase } from "../../../api/client.ts";
import { IN_SENTENCE } from "../../../api/payment-methods.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { DateText, Deadline } from "../../../ui/DateText.tsx";
import { LongId } from "../../../ui/LongId.tsx";
import { daysText } from "../delivery-texts.ts";
import { PurchaseSum } from "../PurchaseSum.tsx";
import { PaperTable, type SkuOf } from "./OrderPaper.tsx";

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
          ["Quantity", (order) => formatCount(order.orderQuantity)],
          ["Price", (order) => formatPrice(order.price)],
          ["Total", (order) => formatPrice(order.subtotal ?? order.totalPrice)],
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
  paymentMethod ? IN_SENTENCE[paymentMethod] : " by card";

function Terms({ purchase: { orders, paid, heldUntil } }: { purchase: Purchase }) {
  const [first] = orders;
  if (!first) return null;
  if (!paid)
    return (
      <p className="mt-6">
        Terms of payment: to be paid{" "}
        {heldUntil && (
          <>
            by <Deadline at={heldUntil} />,{" "}
          </>
        )}
        before we ship.
      </p>
    );
  return (
    <>
      <p className="mt-6">
        Terms of payment: paid in full{paidText(first)}
        {first.paidAt && " on "}
        {first.paidAt && <DateText at={first.paidAt} />}.
      </p>
      {first.transactionId && (
        <p className="text-sm text-quiet">
          Transaction id <LongId id={first.transactionId} />
        </p>
      )}
    </>
  );
}
