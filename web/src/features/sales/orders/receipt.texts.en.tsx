import type { ReactNode } from "react";

export const texts = {
  title: "Receipt",
  titleOfSeveral: "Receipts",
  notPaid: "This order is not paid yet. Its receipt appears here once it is.",
  /** `how` is empty, or a space and words such as `in cash`. */
  paid: (how: string) => `Paid${how}`,
  paidOn: (how: string, date: ReactNode) => (
    <>
      Paid{how} on {date}
    </>
  ),
  refundedOn: (amount: ReactNode, date: ReactNode) => (
    <>
      {amount} refunded on {date}
    </>
  ),
  refundedSince: (amount: ReactNode, date: ReactNode) => (
    <>
      {amount} being refunded since {date}
    </>
  ),
};
