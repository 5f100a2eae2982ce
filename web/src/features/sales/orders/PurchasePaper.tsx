import type { ReactNode } from "react";
import type { Order, Purchase } from "../../../api/client.ts";
import { IN_SENTENCE } from "../../../api/payment-methods.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { DateText, Deadline } from "../../../ui/DateText.tsx";
import { FullPrice } from "../../../ui/FullPrice.tsx";
import { LongId } from "../../../ui/LongId.tsx";
import { CreditNoteLinks } from "../CreditNoteLinks.tsx";
import { daysText, priceText, taxText } from "../sum-texts.ts";
import { PaperTable, type SkuOf } from "./OrderPaper.tsx";

interface PurchasePaperProps {
  purchase: Purchase;
  skuOf: SkuOf;
}

/** The lines of a purchase, every tax on its own line with rate, base and number, and the terms of payment. */
export function PurchasePaper({ purchase, skuOf }: PurchasePaperProps) {
  const { orders, goods, discount, shipping, delivery, taxes, total, refunded } = purchase;
  const isPlain = !delivery && taxes.length === 0 && discount === 0;
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
      <dl className="order-paper-sum figures">
        {!isPlain && <Row title="Goods">{formatPrice(goods)}</Row>}
        {discount > 0 && <Row title="Discount">{formatPrice(-discount)}</Row>}
        {delivery && (
          <Row title={`${delivery.name} (${daysText(delivery)})`}>{priceText(shipping)}</Row>
        )}
        {taxes.map((tax) => (
          <Row
            key={tax.tax}
            title={`${taxText(tax)} on ${formatPrice(tax.base)}`}
            note={`${tax.tax} No. ${tax.number}`}
          >
            {formatPrice(tax.amount)}
          </Row>
        ))}
        <Row title="Total" isTotal>
          <FullPrice dollars={total} className="" />
        </Row>
        {refunded > 0 && (
          <Row title="Refunded" note={<CreditNoteLinks purchase={purchase} />}>
            {formatPrice(-refunded)}
          </Row>
        )}
      </dl>
      <Terms purchase={purchase} />
    </>
  );
}

interface RowProps {
  title: string;
  note?: ReactNode;
  isTotal?: boolean;
  children: ReactNode;
}

export const Row = ({ title, note, isTotal = false, children }: RowProps) => (
  <div className={isTotal ? "order-paper-total" : undefined}>
    <dt>
      {title}
      {note && <span className="block text-sm text-quiet">{note}</span>}
    </dt>
    <dd>{children}</dd>
  </div>
);

const paidText = ({ paymentMethod }: Order) =>
  paymentMethod ? IN_SENTENCE[paymentMethod] : " by card";

function Terms({ purchase: { orders, paid, heldUntil } }: { purchase: Purchase }) {
  const [first] = orders;
  if (!first) return null;
  if (!paid)
    return (
      <p className="figures mt-6">
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
      <p className="figures mt-6">
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
