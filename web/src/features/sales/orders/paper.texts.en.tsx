import type { ReactNode } from "react";
import { plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";

/** Texts that several papers have: invoices, receipts, credit notes and packing slips. */
export const texts = {
  print: "Print",
  order: (number: string) => `order ${number}`,
  backToOrder: (number: string) => `Order ${number}`,
  placedOn: (date: ReactNode) => <>Placed on {date}</>,
  orders: (orders: number) => counted.orders(orders),
  ordersWithout: (orders: number, missing: number) =>
    `${counted.orders(orders)}. ${plural(missing, "order", "orders")} of the list is deleted.`,
  notFound: "Order not found",
  notFoundHint: "It has been deleted, or it belongs to another account.",
  loading: "Loading the order",

  from: "From",
  shipTo: "Ship to",
  forCustomer: "For",
  noAddress: "No address given",
  returns: (address: string) => `Returns: ${address}`,
  returnsOrEmail: (address: string, email: string) => `Returns: ${address}, or write to ${email}`,

  tool: "Tool",
  sku: "SKU",
  quantity: "Quantity",
  price: "Price",
  total: "Total",

  toBePaid: "Terms of payment: to be paid before we ship.",
  toBePaidBy: (deadline: ReactNode) => (
    <>Terms of payment: to be paid by {deadline}, before we ship.</>
  ),
  byCard: " by card",
  /** `how` is empty, or a space and words such as `in cash`. */
  paid: (how: string) => `Terms of payment: paid in full${how}.`,
  paidOn: (how: string, date: ReactNode) => (
    <>
      Terms of payment: paid in full{how} on {date}.
    </>
  ),
  transactionId: "Transaction id",
};
