import type { ReactNode } from "react";

export const texts = {
  title: "Record a payment",
  name: (order: string, customer: string) => `Record a payment for ${order}, for ${customer}`,
  orderFor: (order: string, customer: ReactNode) => (
    <>
      {order}, for {customer}
    </>
  ),
  orderOfSeveral: (number: string, tools: string) => `Order ${number}, ${tools}`,
  paid: (order: string) => `Order ${order} is paid`,
  effect: "The order counts as paid. A card payment that was begun is canceled.",
  effectAndEmail:
    "The order counts as paid, and the customer gets an e-mail. A card payment that was begun is canceled.",
  effectOnAll:
    "The order counts as paid, with all its tools. A card payment that was begun is canceled.",
  effectOnAllAndEmail:
    "The order counts as paid, with all its tools, and the customer gets an e-mail. A card payment that was begun is canceled.",
  record: "Record the payment",
};
