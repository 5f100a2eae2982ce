import { plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";

/** The texts of the import of one file. */
export interface ImportTexts {
  choose: string;
  /** The name of the field, for screen readers. */
  file: string;
  import: (count: number) => string;
}

const formerOrders = (count: number) => plural(count, "former order", "former orders");

export const texts = {
  title: "Moving in",
  intro:
    "Bring along what you have in another shop, from its exports. Begin with the tools. You can import each file again: what the shop has stays as it is.",
  toolsTitle: "1. Tools",
  importTools: "Import tools",
  tools:
    "The export of your products from Shopify or WooCommerce, with pictures and categories. Their old addresses come along.",
  reviewsTitle: "2. Reviews",
  manageReviews: "Manage Reviews",
  reviews:
    "An export of Judge.me, Loox, Shopify Product Reviews or WooCommerce, at the end of that page.",
  addressesTitle: "3. Old addresses",
  oldAddresses: "Old addresses",
  addresses: "Links to other pages of your former shop keep working.",
  customersTitle: "4. Customers",
  customers:
    "An export of customers from Shopify or WooCommerce, as Excel or CSV: name, e-mail, phone and address. Each gets an account without a password, and no e-mail. Customers set a password by “Forgot password” when they log in for the first time. The shop sends a limited number of such e-mails a day, so announce the move in parts. A customer who has deleted the account comes back with the file; take the row out first.",
  customersFile: {
    choose: "Choose a file of customers",
    file: "File of customers",
    import: (count: number) => `Import ${counted.customers(count)}`,
  } satisfies ImportTexts,
  takenInPart: (rows: number) => `${counted.rows(rows)} taken in part:`,
  withConsent: (rows: number) =>
    `${counted.rows(rows)} with a consent to marketing. It is not taken, because the file has no proof of it. Keep the proof in your newsletter program.`,
  ordersTitle: "5. Orders",
  orders:
    "An export of orders from Shopify, or from an export plugin of WooCommerce, with number, date, e-mail and total. You read them on the customer’s page, and customers under My Orders. They count in no figure, book or tax report.",
  ordersFile: {
    choose: "Choose a file of orders",
    file: "File of orders",
    import: (count: number) => `Import ${counted.orders(count)}`,
  } satisfies ImportTexts,
  finished: "Import finished",
  whatItWillDo: "What the import will do",
  deleteTitle: (orders: number) => `Delete ${formerOrders(orders)}?`,
  deleteText: (moment: string) =>
    `All orders of the import of ${moment} leave the customers’ pages. You can import a corrected file afterwards.`,
  delete: "Delete",
  deleteOf: (moment: string) => `Delete the import of ${moment}`,
  deleted: (orders: number) => `${formerOrders(orders)} deleted`,
  importsFailed: "The imports so far could not be loaded.",
  imports: "Imported so far",
  deletableLater: "An import can be deleted once the file is in.",
};
