import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { Purchase } from "../../../api/client.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { IN_SENTENCE } from "../../../api/payment-methods.ts";
import { purchaseQuery } from "../../../api/purchase.ts";
import { formatPrice } from "../../../money.ts";
import { invoicePath } from "../../../page-paths.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FullPrice } from "../../../ui/FullPrice.tsx";
import { Amount } from "../PurchaseSum.tsx";
import { taxText } from "../sum-texts.ts";
import { PaperFoot, PaperHead } from "./OrderPaper.tsx";
import { PaperLayout } from "./PaperLayout.tsx";

/** What a refund returned of an invoice, made to be printed on A4 or Letter. */
export default function CreditNotePage() {
  const { id = "", number = "" } = useParams();
  const query = useQuery(purchaseQuery(id));
  const { data: purchase } = query;
  const refund = purchase?.refunds.find(({ creditNote }) => String(creditNote) === number);
  return (
    <PaperLayout
      title="Credit note"
      number={`C-${number}`}
      query={query}
      isMissing={purchase !== undefined && !refund}
      empty={
        <EmptyState title="Credit note not found">
          It does not exist, or it belongs to another account.
        </EmptyState>
      }
      loadingLabel="Loading the credit note"
    >
      {purchase && refund && <CreditNote purchase={purchase} refund={refund} />}
    </PaperLayout>
  );
}

interface CreditNoteProps {
  purchase: Purchase;
  refund: Purchase["refunds"][number];
}

const CreditNote = ({ purchase, refund }: CreditNoteProps) => (
  <article className="order-paper">
    <PaperHead title="Credit note" paper={purchase} level="h1" to="To">
      <p className="font-medium">C-{refund.creditNote}</p>
      <p className="text-sm text-quiet">
        <DateText at={refund.at} />
      </p>
      <p className="mt-1 text-sm">
        For{" "}
        <AppLink to={invoicePath(purchase._id)} className="underline underline-offset-4">
          invoice {orderNumber(purchase)}
        </AppLink>{" "}
        of <DateText at={purchase.createdAt} />
      </p>
    </PaperHead>
    <table className="mt-8 w-full">
      <thead className="text-sm">
        <tr>
          <th scope="col">Returned</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {refund.lines.map(({ orderId = "", name, net }) => (
          <tr key={orderId}>
            <td className="wrap-anywhere" dir="auto">
              {name}
            </td>
            <td className="figures whitespace-nowrap">{formatPrice(net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <dl className="purchase-sum">
      {refund.taxes.length > 0 && <Amount title="Without taxes">{formatPrice(refund.net)}</Amount>}
      {refund.taxes.map((tax) => (
        <Amount key={tax.tax} title={taxText(tax)} note={`${tax.tax} No. ${tax.number}`}>
          {formatPrice(tax.amount)}
        </Amount>
      ))}
      <Amount title="Total returned" className="purchase-total">
        <FullPrice dollars={refund.amount} className="" />
      </Amount>
    </dl>
    {refund.reason && (
      <p className="mt-6 wrap-anywhere" dir="auto">
        Reason: {refund.reason}
      </p>
    )}
    {refund.failedAt && (
      <p className="mt-6 font-medium">
        Cancelled by debit note D-{refund.debitNote} on <DateText at={refund.failedAt} />: the bank
        sent the money back.
      </p>
    )}
    {refund.returnedBefore && (
      <p className="mt-6">{formatPrice(refund.returnedBefore)} of it had gone back before.</p>
    )}
    <p className="mt-6">
      Returned{refund.method ? IN_SENTENCE[refund.method] : " to the card that paid"} on{" "}
      <DateText at={refund.at} />.
    </p>
    <PaperFoot />
  </article>
);
