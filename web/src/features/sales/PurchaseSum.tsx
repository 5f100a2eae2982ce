import "./purchase-sum.css";
import type { ReactNode } from "react";
import type { Purchase } from "../../api/client.ts";
import { currencyLetters, formatPrice } from "../../money.ts";
import { CreditNoteLinks } from "./CreditNoteLinks.tsx";
import { priceText, taxText } from "./sum-texts.ts";

interface Charged {
  goods: number;
  discount?: number;
  shipping: number;
  taxes: (Pick<Purchase["taxes"][number], "rate" | "amount"> & { tax: string; number?: string })[];
  total: number;
}

interface PurchaseSumProps {
  sum: Charged;
  /** The name of the delivery, if the shop charges deliveries. */
  delivery: string | undefined;
  /** Below the total. */
  children?: ReactNode;
  isOld?: boolean;
}

/** What a purchase costs and why. A shop without taxes and delivery shows none of their words. */
export function PurchaseSum({ sum, delivery, children, isOld = false }: PurchaseSumProps) {
  return (
    <dl className="purchase-sum figures" aria-busy={isOld}>
      {(delivery !== undefined || sum.taxes.length > 0 || Boolean(sum.discount)) && (
        <Amount title="Goods">{formatPrice(sum.goods)}</Amount>
      )}
      {Boolean(sum.discount) && (
        <Amount title="Discount">{formatPrice(-(sum.discount ?? 0))}</Amount>
      )}
      {delivery !== undefined && <Amount title={delivery}>{priceText(sum.shipping)}</Amount>}
      {sum.taxes.map((tax) => (
        <Amount key={tax.tax} title={taxText(tax)} note={tax.number}>
          {formatPrice(tax.amount)}
        </Amount>
      ))}
      <Amount title="Total" className="purchase-total">
        {formatPrice(sum.total)} <span className="text-base text-quiet">{currencyLetters()}</span>
      </Amount>
      {children}
    </dl>
  );
}

interface AmountProps {
  title: string;
  note?: string | undefined;
  className?: string;
  children: ReactNode;
}

const Amount = ({ title, note, className, children }: AmountProps) => (
  <div className={className}>
    <dt>
      {title}
      {note && <span className="block text-sm text-quiet">No. {note}</span>}
    </dt>
    <dd>{children}</dd>
  </div>
);

/** The sum of a purchase that was placed. */
export const PlacedSum = ({ purchase }: { purchase: Purchase }) => (
  <PurchaseSum sum={purchase} delivery={purchase.delivery?.name}>
    {purchase.refunded > 0 && (
      <div>
        <dt>
          Refunded
          <span className="block text-sm text-quiet">
            <CreditNoteLinks purchase={purchase} />
          </span>
        </dt>
        <dd>{formatPrice(-purchase.refunded)}</dd>
      </div>
    )}
  </PurchaseSum>
);
