import type { Carrier, Order } from "../../../api/client.ts";

/** The names of actions say which order they are for. */
export const texts = {
  orderFor: (order: string, customer: string) => `${order}, for ${customer}`,
  /** The states as the list spells them. */
  states: {
    pending: "pending",
    "Approved and shipped": "Approved and shipped",
    "Refund under way": "Refund under way",
    Refunded: "Refunded",
  } satisfies Record<NonNullable<Order["status"]>, string>,
  disputed: "Disputed",
  more: (order: string) => `More for the order of ${order}`,
  delete: "Delete",
  deleteName: (order: string) => `Delete the order of ${order}`,
  refund: "Refund",
  refundName: (order: string) => `Refund the order of ${order}`,
  packingSlip: "Packing slip",
  packingSlipName: (order: string) => `Packing slip of the order of ${order}`,
  ship: "Ship",
  shipName: (order: string) => `Ship the order of ${order}`,
  undo: "Undo",
  undoName: (order: string) => `Undo shipping the order of ${order}`,
  addTracking: "Add tracking",
  addTrackingName: (order: string) => `Add tracking of the order of ${order}`,
  changeTracking: "Change tracking",
  changeTrackingName: (order: string) => `Change tracking of the order of ${order}`,
  notShipped: (order: string, message: string) => `Order ${order} was not shipped. ${message}`,
  severalNotShipped: (orders: string[], message: string) =>
    `Orders ${orders.join(", ")} were not shipped. ${message}`,
};

/** The dialog that ships an order with its tracking number. */
export const trackingTexts = {
  disputed: "The customer’s bank disputes this payment, so you may lose the money and the goods.",
  title: "Tracking",
  ship: (order: string) => `Ship order ${order}`,
  shipAll: (order: string) => `Ship all of order ${order}`,
  shipped: (order: string) => `Order ${order} is shipped`,
  saved: "The tracking number is saved",
  all: "All its tools that are paid go in one parcel.",
  one: (order: string) => `${order}.`,
  sendsEmail: "The customer gets an e-mail with the link to follow the parcel.",
  sendsNoEmail: "My Orders shows the customer the new link. No e-mail is sent.",
  carrier: "Carrier",
  noCarrier: "None",
  carriers: {
    "Canada Post": "Canada Post",
    Purolator: "Purolator",
    UPS: "UPS",
    FedEx: "FedEx",
    DHL: "DHL",
    Other: "Other",
  } satisfies Record<Carrier, string>,
  number: "Tracking number",
  link: "Link to follow the parcel",
  shipAnyway: "Ship anyway",
  shipButton: "Ship",
  save: "Save",
};
