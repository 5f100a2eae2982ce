import type { ReactNode } from "react";

export const texts = {
  shopSettings: "Shop settings",
  title: "Webhooks",
  add: "Add webhook",
  intro: (link: (text: string) => ReactNode) => (
    <>
      The shop tells your other programs, such as accounting or a warehouse, what happens. Each
      message is signed as {link("Standard Webhooks")} describes, and says nothing about the
      customer.
    </>
  ),
  loading: "Loading the webhooks",
  noneYet: "No webhooks yet",
  noneYetHint: "Add the address of one of your programs.",
  address: "Address",
  events: "Events",
  state: "State",
};
