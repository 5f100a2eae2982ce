import type { RefundQuote } from "../../../api/client.ts";
import { formatPrice } from "../../../money.ts";
import { Amount } from "../PurchaseSum.tsx";
import { taxText } from "../sum-texts.ts";
import { texts } from "./refund.texts.en.tsx";

interface RefundSumProps {
  /** The sum is undefined if nothing is chosen, or if the shop charges goods alone. */
  sum: Pick<RefundQuote, "lines" | "net" | "taxes" | "amount"> | undefined;
  isOld: boolean;
  amount: string;
}

/** What goes back, before it is confirmed: each line and each tax. */
export const RefundSum = ({ sum, isOld, amount }: RefundSumProps) => (
  <dl className="purchase-sum mt-5" aria-busy={isOld} aria-live="polite">
    {sum?.lines.map(({ orderId = "", name, net }) => (
      <Amount key={orderId} title={name}>
        {formatPrice(net)}
      </Amount>
    ))}
    {sum?.taxes.map((tax) => (
      <Amount key={tax.tax} title={taxText(tax)}>
        {formatPrice(tax.amount)}
      </Amount>
    ))}
    <div className="purchase-total">
      <dt>{texts.goesBack}</dt>
      <dd>{amount}</dd>
    </div>
  </dl>
);
