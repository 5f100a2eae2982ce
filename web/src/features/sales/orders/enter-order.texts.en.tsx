import type { ReactNode } from "react";

export const texts = {
  manageOrders: "Manage Orders",
  title: "Enter an order",
  intro: "For a customer on the phone or at the counter. It becomes an order of that customer.",
  introAndEmail:
    "For a customer on the phone or at the counter. It becomes an order of that customer, who gets an e-mail about it.",
  customer: "Customer",
  change: "Change",
  changeCustomer: "Change the customer",
  tool: "Tool",
  tools: "Tools",
  remove: "Remove",
  removeTool: (tool: string) => `Remove ${tool}`,
  orderQuantity: "Order quantity",
  quantityOf: (tool: string) => `Order quantity of ${tool}`,
  addTool: "Add a tool",
  order: "Order",
  nameOrEmail: "Name or e-mail",
  newCustomer: "New customer",
  newAccount: "New account",
  notConfirmed: "Not confirmed yet",
  nameOrNumber: "Name or article number",
  /** `why` is the reason as it stands alone, such as `None left`. */
  outOfStock: (why: string) => `Out of stock: ${why.toLowerCase()}`,

  typeMore: "Type two letters or more.",
  noneMatches: "None matches.",
  chooseOne: "Please choose one:",
};

export const newCustomerTexts = {
  getsAccount: "The customer gets an account.",
  getsAccountByEmail: "The customer gets an account. Our e-mail has a link to choose a password.",
  name: "Name",
  nameRequired: "Name is required",
  email: "E-mail",
  emailHint: "Please have it spelled out: the order’s e-mails go there.",
  emailRequired: "Email is required",
  emailInvalid: "Provide a valid email",
  use: "Use this customer",
  cancel: "Cancel",
};

/** Delivery, sum and payment. */
export const formTexts = {
  isEntered: "The order is entered. Its page is opening.",
  checkQuantities: "Please check the quantities.",
  noSum: "The sum could not be calculated. Please try again, or check the address.",
  entered: (customer: string) => `The order of ${customer} is entered`,
  delivery: "Delivery",
  toAddress: "To an address",
  pickedUp: "Picked up at the shop",
  addPickUp: (link: (text: string) => ReactNode) => (
    <>
      To sell at the counter without an address, add a{" "}
      <span className="whitespace-nowrap">pick-up</span> under {link("Delivery")}.
    </>
  ),
  lastOrder: (address: ReactNode) => <>The last order went to: {address}</>,
  payment: "Payment",
  toBePaid: "To be paid",
  paidAlready: "Paid already",
  calculating: "Calculating …",
  entering: "Entering …",
  enter: "Enter the order",
  enterPaid: (total: string) => `Enter the order, ${total} paid`,
  sum: "Sum",
  homeProvince:
    "Delivery and taxes follow from the address. This is the sum for the shop’s own province.",
  /** A problem of one of several tools. */
  problemOf: (tool: string, problem: string) => `${tool}: ${problem}`,
};
