import type { ReactNode } from "react";
import type { Discrepancy } from "../../../api/client.ts";
import { formatPrice, plural } from "../../../money.ts";

const differences = (count: number) => plural(count, "difference", "differences");

const payments = (count: number) => plural(count, "payment", "payments");

export const texts = {
  title: "Books",
  checking: "Checking …",
  checkedAt: (time: ReactNode) => <>Checked at {time}</>,
  checkAgain: "Check again",
  intro:
    "The shop records every piece, order and payment in more than one place. This page compares these records with each other and with the card provider’s. A check changes nothing.",
  loading: "Checking the books",
  resultOf: (time: string) => `This is the result of ${time}.`,
  whatDiffers: "What differs",
  goodToKnow: "Good to know",
  whatWasCompared: "What was compared",
  comparedWith: (theirs: string) => `with ${theirs}`,
  withoutCard: (count: number, amount: number) =>
    `${payments(count)} for ${formatPrice(amount)} came without a card. The card provider knows nothing of them, so they are compared with their orders only.`,
  forBookkeeping: "For your bookkeeping",
};

/** The three comparisons and the result of the whole check. */
export const summary = {
  differences,
  atLeast: (count: number) => `At least ${differences(count)}`,
  moreThan: (count: number) => `More than ${differences(count)}`,
  cardsAreOff: "Card payments are off",
  noAnswer: "No answer",
  notKnown: "Not known yet",
  agree: "Agree",
  payments,
  stock: "What is available of each tool",
  stockRecords: "what was added, minus what orders took",
  orders: "What orders say was paid, shipped or refunded",
  recordedPayments: "the payments we have recorded",
  ourPayments: "The payments we have recorded",
  providerPayments: "the card provider’s list of the last thirty days",
  differ: "The check changed nothing. Each one says what to do.",
  differAndSilent:
    "The check changed nothing. Each one says what to do. The card provider did not respond in time, so its records were not compared.",
  ownBooksAgree: "Our own books agree",
  silent:
    "The card provider did not respond in time, so its records were not compared. Check again in a minute.",
  booksAgree: "The books agree",
  withoutProvider:
    "Every piece and every order is accounted for. Card payments are off, so there is no card provider to compare with.",
  allAgree: "Every piece, every order and every payment is accounted for.",
};

/** The parts of each discrepancy. */
export const discrepancies = {
  more: "There are more than these. So many usually have one cause: resolve the first ones, then check again.",
  whatToDo: "What to do",
  order: (link: ReactNode) => <>Order {link}</>,
  payment: (id: ReactNode) => <>Payment {id}</>,
  purchase: (id: string) => `purchase ${id}`,
  discountCode: (id: string) => `discount code ${id}`,
  day: (id: string) => `day from ${id}`,
};

export const refunds = {
  title: "Automatic refunds",
  intro:
    "A payment may arrive after its order was deleted, or a second time for the same order. The shop refunds it at once. These are not discrepancies.",
  amount: "Amount",
  payment: "Payment",
  order: "For order",
  lastStep: "Last step",
  state: "State",
  refunded: "Refunded",
  refused: "Refused by the card provider",
  inProgress: "In progress; the shop retries automatically",
};

export interface KindTexts {
  /** What is wrong, in plain words. */
  title: string;
  /** The names of the two records. */
  ours: string;
  theirs: string;
}

const PROVIDER = { ours: "We say", theirs: "The card provider says" };

/** The texts of each kind of discrepancy that the server knows. */
export const kinds: Record<Discrepancy["kind"], KindTexts> = {
  stock: {
    title: "The stock of a tool does not add up",
    ours: "The tool says",
    theirs: "The stock records say",
  },
  purchase: {
    title: "The orders of a purchase do not add up to it",
    ours: "The purchase says",
    theirs: "Its orders say",
  },
  discount_code: {
    title: "The uses of a discount code were counted wrong",
    ours: "The code says",
    theirs: "The purchases say",
  },
  refund_sums: {
    title: "The refunds of a payment do not add up to it",
    ours: "The payment says",
    theirs: "Its refunds say",
  },
  paid_without_payment: {
    title: "An order is paid, but it has no payment of its amount",
    ours: "The order says",
    theirs: "The payments say",
  },
  payment_without_order: {
    title: "A payment came in, but its order is not paid",
    ours: "The payment says",
    theirs: "The orders say",
  },
  orphan_intent: {
    title: "An order was deleted, but it can still be paid",
    ours: "The payment says",
    theirs: "The orders say",
  },
  refund_stuck: {
    title: "A refund has not been made yet",
    ours: "We say",
    theirs: "So far",
  },
  timestamps_out_of_order: {
    title: "The dates of an order are in the wrong sequence",
    ours: "First",
    theirs: "Then",
  },
  day_sums: {
    title: "The figures of a day differ from its orders",
    ours: "The figures say",
    theirs: "The orders say",
  },
  unrecorded_payment: {
    ...PROVIDER,
    title: "The card provider has a payment that we had not recorded",
  },
  mismatch: {
    ...PROVIDER,
    title: "A payment differs from the one that we requested",
  },
  missing_at_provider: {
    ...PROVIDER,
    title: "We count on money that the card provider does not have",
  },
  partial_refund: {
    ...PROVIDER,
    title: "Part of a payment was refunded at the card provider",
  },
  disputed: {
    ...PROVIDER,
    title: "A customer’s bank disputes a payment",
  },
  refund_failed: {
    ...PROVIDER,
    title: "A refund failed",
  },
  unknown_payment: {
    ...PROVIDER,
    title: "The card provider has a payment that we never requested",
  },
};

/** The text for a kind that only a newer server knows. */
export const unknownKind: KindTexts = {
  title: "Two records differ",
  ours: "We say",
  theirs: "The other record says",
};
