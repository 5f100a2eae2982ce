import { formatCount, formatPrice } from "../../../../money.ts";
import { counted } from "../../../../words.en.ts";

export const texts = {
  loading: "Loading the discount codes",
  caption: "Discount codes",
  code: "Code",
  gives: "Gives",
  use: "Use",
  action: "Action",
  end: "End",
  endOf: (code: string) => `End the code ${code}`,
  ended: "Ended",
  askEnd: (code: string) => ({
    title: `End the code ${code}?`,
    text: "Customers cannot use it any more. Purchases that have it keep it.",
    button: "End it",
  }),
  codeEnded: "Code ended",
  add: "Add a code",
  added: "Code added",
};

/** What a code gives, and its conditions. */
export const summaries = {
  percent: (percent: number) => `${percent}% off the goods`,
  amount: (amount: number) => `${formatPrice(amount)} off the goods`,
  delivery: "Free delivery",
  minimum: (amount: number) => `from ${formatPrice(amount)} on`,
  days: (from: string, until: string) => `${from} to ${until}`,
  since: (from: string) => `since ${from}`,
  once: "once for each customer",
  all: (parts: string[]) => parts.join(", "),
};

export const uses = {
  used: (used: number) => `Used in ${counted.purchases(used)}`,
  usedOf: (used: number, max: number) =>
    `Used in ${formatCount(used)} of ${counted.purchases(max)}`,
  withGiven: (uses: string, given: number) => `${uses}, ${formatPrice(given)} given`,
};

export const form = {
  title: "Add a discount code",
  code: "Code",
  codeHint: "Letters, digits and hyphens. Customers may write it in small letters.",
  codeExample: "SPRING10",
  kind: "What it gives",
  kinds: {
    percent: "Percent",
    amount: "Amount",
    delivery: "Free delivery",
  },
  values: {
    percent: "Percent off the goods",
    amount: "Dollars off the goods",
  },
  minimum: "Minimum order",
  from: "First day",
  until: "Last day",
  maxUses: "Number of uses",
  maxUsesHint: "Empty: no limit.",
  once: "Once for each customer",
  onceHint: "By the e-mail address. Who has several addresses can use it several times.",
  add: "Add",
};
