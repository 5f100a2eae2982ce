import type { ReactNode } from "react";
import { formatPrice } from "../../../../money.ts";
import { provinces } from "./provinces.texts.en.ts";
import { provinceName } from "./taxes.ts";

export const charged = {
  title: "What is charged where and why",
  loading: "Loading the taxes",
  today:
    "Today, by where the goods go. Taxes in bold are charged. Each tax is calculated once on the whole purchase, and half a cent counts as one.",
  nothing:
    "You are not registered, so no tax is charged anywhere, and customers read nothing about taxes.",
  pickUp: (home: string) =>
    `A customer who picks up the goods pays the taxes of ${provinceName(home)}, where the shop is.`,
  noHome:
    "The shop does not know its own province. Enter it above, so that pick-up is taxed there.",
  ownRate: (rate: string, province: string, from: string) =>
    `Your own rate: ${rate} ${provinces.in([province])} from ${from}.`,
  inTable: "The shop’s table has it too, so you can remove yours.",
  otherInTable: (percent: number) => `The shop’s table has ${percent}% for that day.`,
  list: "Taxes by province",
  sources: "Where the rates come from",
  place: (name: string) => `${name}:`,
  source: (rate: string, since: string, source: ReactNode) => (
    <>
      {rate} since {since}, {source}
    </>
  ),
  sourceReadOn: (rate: string, since: string, source: ReactNode, readOn: string) => (
    <>
      {rate} since {since}, {source}, read on {readOn}
    </>
  ),
};

export const limits = {
  title: "When you have to register",
  about: (since: string) =>
    `Paid sales since ${since}, with delivery, before taxes and refunds. For GST/HST, one quarter above the limit is enough, and sales outside of this shop count too.`,
  list: "Sales beside the limits",
  ofLimit: (sales: number, limit: number) => `${formatPrice(sales)} of ${formatPrice(limit)}`,
  nothingSold: "Nothing was sold to a known province yet.",
  byProvince: (sold: { name: string; sales: number }[]) =>
    `By province: ${sold.map(({ name, sales }) => `${name} ${formatPrice(sales)}`).join(", ")}.`,
  elsewhere: (sales: number) =>
    `Sales of ${formatPrice(sales)} needed no province, so it is not known.`,
};

export const report = {
  title: "Tax report",
  about:
    "A tax counts as charged on the day of the payment, and as returned on the day on which the refund was decided. The shop begins with the last full quarter.",
  days: {
    from: "From",
    to: "To",
  } satisfies Record<"from" | "to", string>,
  loading: "Loading the tax report",
  list: "Net tax by authority",
  total: (charged: number, sales: number, returned: number) =>
    `${formatPrice(charged)} charged on sales of ${formatPrice(sales)}, ${formatPrice(returned)} returned with refunds.`,
  empty: "Nothing was sold or refunded in this time.",
  untaxed: (sales: number) => `Sales of ${formatPrice(sales)} had no tax.`,
  details: "By tax and province",
  caption: "Taxes of the period",
  tax: "Tax",
  province: "Province",
  amounts: {
    sales: "Sales",
    charged: "Charged",
    returned: "Returned",
    net: "Net",
  } satisfies Record<"sales" | "charged" | "returned" | "net", string>,
  download: "Download tax report",
};

export const accountant = {
  title: "Ask your accountant",
  about: "The shop knows rates and rules, and not your business. This page is not legal advice.",
  questions: [
    "Where are you registered, and from which day? Do all your businesses count together?",
    "When do you have to register in Saskatchewan and Manitoba: from the first sale?",
    "Does the delivery carry PST in British Columbia, Manitoba and Saskatchewan? It depends on who owns the goods on the way.",
    "Do you sell to shops that sell again? They give you a number or a certificate for PST.",
    "Are some of your goods exempt from PST, such as plants, seeds or soil?",
    "Is a discount code a lower price, or is it paid back to you?",
    "Is a sale that is paid at pick-up taxed on the day of the order, or of the payment?",
    "How do you return tax with a refund, and how long after the sale?",
    "The tax office wants records of six years, kept in Canada. Is your server there, or do you keep an export?",
    "Do you report by the regular method or by the quick one?",
  ],
};
