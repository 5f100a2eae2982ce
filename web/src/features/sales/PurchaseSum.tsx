import "./buying.css";
import type { ReactNode } from "react";
import type { Purchase } from "../../api/client.ts";
import { currencyLetters, formatPrice } from "../../money.ts";
import { CreditNoteLinks } from "./CreditNoteLinks.tsx";
import { texts } from "./sum.texts.en.ts";
import { priceText, taxText } from "./sum-texts.ts";

interface Charged {
  goods: number;
  discount?: number;
  /** The discount code of a purchase. */
  discountCode?: string;
  /** The discount code of a quote. A code with a detail changes nothing. */
  code?: { code: string; detail?: string };
  shipping: number;
  taxes: (Pick<Purchase["taxes"][number], "rate" | "base" | "amount"> & {
    tax: string;
    number?: string;
  })[];
  total: number;
}

interface PurchaseSumProps {
  sum: Charged;
  /** The name of the delivery, if the shop charges deliveries. */
  delivery: string | undefined;
  /** An invoice also says for each tax of what amount it is a part. */
  isInvoice?: boolean;
  /** Tells what was returned, with the credit notes. */
  placed?: Purchase;
  /** The page shows the total elsewhere. */
  hasNoTotal?: boolean;
  isOld?: boolean;
}

/** What a purchase costs and why. A shop without taxes and delivery shows none of their words. */
export function PurchaseSum({
  sum: { goods, discount = 0, discountCode, code, shipping, taxes, total },
  delivery,
  isInvoice = false,
  placed,
  hasNoTotal = false,
  isOld = false,
}: PurchaseSumProps) {
  const used = discountCode ?? (code && !code.detail ? code.code : undefined);
  const isMore = delivery !== undefined || taxes.length > 0 || used !== undefined;
  return (
    <dl className="purchase-sum" aria-busy={isOld}>
      {(isMore || hasNoTotal) && <Amount title={texts.goods}>{formatPrice(goods)}</Amount>}
      {used && (
        <Amount title={texts.code(used)}>
          {discount > 0 ? formatPrice(-discount) : texts.freeDelivery}
        </Amount>
      )}
      {delivery !== undefined && <Amount title={delivery}>{priceText(shipping)}</Amount>}
      {taxes.map(({ tax, rate, base, amount, number }) => (
        <Amount
          key={tax}
          title={isInvoice ? texts.taxOn(tax, rate, formatPrice(base)) : taxText({ tax, rate })}
          note={number && (isInvoice ? texts.taxNumber(tax, number) : texts.number(number))}
        >
          {formatPrice(amount)}
        </Amount>
      ))}
      {!hasNoTotal && (
        <Amount title={texts.total} className="purchase-total">
          {formatPrice(total)} <span className="text-base text-quiet">{currencyLetters()}</span>
        </Amount>
      )}
      {placed && placed.refunded > 0 && (
        <Amount title={texts.refunded} note={<CreditNoteLinks purchase={placed} />}>
          {formatPrice(-placed.refunded)}
        </Amount>
      )}
    </dl>
  );
}

interface AmountProps {
  title: string;
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A row of a sum. */
export const Amount = ({ title, note, className, children }: AmountProps) => (
  <div className={className}>
    <dt>
      {title}
      {note && <span className="block text-sm text-quiet">{note}</span>}
    </dt>
    <dd className="figures">{children}</dd>
  </div>
);

/** The sum of a purchase that was placed. */
export const PlacedSum = ({ purchase }: { purchase: Purchase }) => (
  <PurchaseSum sum={purchase} delivery={purchase.delivery?.name} placed={purchase} />
);
