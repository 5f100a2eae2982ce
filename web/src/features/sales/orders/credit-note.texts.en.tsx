import type { ReactNode } from "react";

export const texts = {
  title: "Credit note",
  notFound: "Credit note not found",
  notFoundHint: "It does not exist, or it belongs to another account.",
  loading: "Loading the credit note",
  to: "To",
  forInvoice: (link: (text: string) => ReactNode, invoice: string, date: ReactNode) => (
    <>
      For {link(`invoice ${invoice}`)} of {date}
    </>
  ),
  returned: "Returned",
  amount: "Amount",
  withoutTaxes: "Without taxes",
  taxNumber: (tax: string, number: string) => `${tax} No. ${number}`,
  total: "Total returned",
  reason: (reason: string) => `Reason: ${reason}`,
  cancelled: (debitNote: string, date: ReactNode) => (
    <>
      Cancelled by debit note {debitNote} on {date}: the bank sent the money back.
    </>
  ),
  returnedBefore: (amount: string) => `${amount} of it had gone back before.`,
  toCard: " to the card that paid",
  /** `how` is empty, or a space and words such as `in cash`. */
  returnedOn: (how: string, date: ReactNode) => (
    <>
      Returned{how} on {date}.
    </>
  ),
};
