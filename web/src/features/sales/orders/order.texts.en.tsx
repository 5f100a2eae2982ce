import type { ReactNode } from "react";

/** Texts about one order, on the pages of customers and of staff. */
export const texts = {
  showDetails: "Show the details",
  hideDetails: "Hide the details",
  progressOf: (order: string) => `Progress of the order of ${order}`,
  shipTo: "Ship to",
  noAddress: "No address given",
  phone: "Phone",
  noPhone: "None given",
  tracking: "Tracking",
  order: "Order",
  payment: "Payment",
  price: "Price",
  receipt: "Receipt",
  receiptFor: (order: string) => `Receipt for ${order}`,
  shipAll: "Ship all",
  shipAllOf: (number: string, customer: string) => `Ship all of order ${number}, for ${customer}`,
  /** The order in the question whether to delete it. */
  orderOf: (number: string, title: string) => `order ${number} of ${title}`,
  orderFor: (number: string, title: string, customer: ReactNode) => (
    <>
      order {number} of {title}, for {customer}
    </>
  ),
  deleted: (tool: string) => `tool ${tool} deleted`,
};
