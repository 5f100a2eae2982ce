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
import { texts } from "./credit-note.texts.en.tsx";
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
      title={texts.title}
      number={`C-${number}`}
      query={query}
      isMissing={purchase !== undefined && !refund}
      empty={<EmptyState title={texts.notFound}>{texts.notFoundHint}</EmptyState>}
      loadingLabel={texts.loading}
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
    <PaperHead title={texts.title} paper={purchase} level="h1" to={texts.to}>
      <p className="font-medium">C-{refund.creditNote}</p>
      <p className="text-sm text-quiet">
        <DateText at={refund.at} />
      </p>
      <p className="mt-1 text-sm">
        {texts.forInvoice(
          (text) => (
            <AppLink to={invoicePath(purchase._id)} className="underline underline-offset-4">
              {text}
            </AppLink>
          ),
          orderNumber(purchase),
          <DateText at={purchase.createdAt} />,
        )}
      </p>
    </PaperHead>
    <table className="mt-8 w-full">
      <thead className="text-sm">
        <tr>
          <th scope="col">{texts.returned}</th>
          <th scope="col">{texts.amount}</th>
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
      {refund.taxes.length > 0 && (
        <Amount title={texts.withoutTaxes}>{formatPrice(refund.net)}</Amount>
      )}
      {refund.taxes.map((tax) => (
        <Amount key={tax.tax} title={taxText(tax)} note={texts.taxNumber(tax.tax, tax.number)}>
          {formatPrice(tax.amount)}
        </Amount>
      ))}
      <Amount title={texts.total} className="purchase-total">
        <FullPrice dollars={refund.amount} className="" />
      </Amount>
    </dl>
    {refund.reason && (
      <p className="mt-6 wrap-anywhere" dir="auto">
        {texts.reason(refund.reason)}
      </p>
    )}
    {refund.failedAt && (
      <p className="mt-6 font-medium">
        {texts.cancelled(`D-${refund.debitNote}`, <DateText at={refund.failedAt} />)}
      </p>
    )}
    {refund.returnedBefore && (
      <p className="mt-6">{texts.returnedBefore(formatPrice(refund.returnedBefore))}</p>
    )}
    <p className="mt-6">
      {texts.returnedOn(
        refund.method ? IN_SENTENCE[refund.method] : texts.toCard,
        <DateText at={refund.at} />,
      )}
    </p>
    <PaperFoot />
  </article>
);
