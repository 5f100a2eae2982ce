import type { Discrepancy, ReconciliationReport } from "../../../api/client.ts";
import { pluralize } from "../../../money.ts";

/** The three pairs of records that are compared. */
type Pair = "stock" | "orders" | "provider";

interface KindText {
  pair: Pair;
  /** What is wrong, in plain words. */
  title: string;
  /** The names of the two records. */
  ours: string;
  theirs: string;
}

const PROVIDER = { pair: "provider", ours: "We say", theirs: "The card provider says" } as const;

/** The texts of each kind of discrepancy that the server knows. */
const KINDS: Record<Discrepancy["kind"], KindText> = {
  stock: {
    pair: "stock",
    title: "The stock of a tool does not add up",
    ours: "The tool says",
    theirs: "The stock records say",
  },
  purchase: {
    pair: "orders",
    title: "The orders of a purchase do not add up to it",
    ours: "The purchase says",
    theirs: "Its orders say",
  },
  discount_code: {
    pair: "orders",
    title: "The uses of a discount code were counted wrong",
    ours: "The code says",
    theirs: "The purchases say",
  },
  refund_sums: {
    pair: "orders",
    title: "The refunds of a payment do not add up to it",
    ours: "The payment says",
    theirs: "Its refunds say",
  },
  paid_without_payment: {
    pair: "orders",
    title: "An order is paid, but it has no payment of its amount",
    ours: "The order says",
    theirs: "The payments say",
  },
  payment_without_order: {
    pair: "orders",
    title: "A payment came in, but its order is not paid",
    ours: "The payment says",
    theirs: "The orders say",
  },
  orphan_intent: {
    pair: "orders",
    title: "An order was deleted, but it can still be paid",
    ours: "The payment says",
    theirs: "The orders say",
  },
  refund_stuck: {
    pair: "orders",
    title: "A refund has not been made yet",
    ours: "We say",
    theirs: "So far",
  },
  timestamps_out_of_order: {
    pair: "orders",
    title: "The dates of an order are in the wrong sequence",
    ours: "First",
    theirs: "Then",
  },
  day_sums: {
    pair: "orders",
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
const UNKNOWN: KindText = {
  pair: "orders",
  title: "Two records differ",
  ours: "We say",
  theirs: "The other record says",
};

export const describeKind = ({ kind }: Discrepancy): KindText =>
  Object.hasOwn(KINDS, kind) ? KINDS[kind] : UNKNOWN;

export const problemsIn = (differences: Discrepancy[]) =>
  differences.filter(({ isFault }) => isFault);
export const notesIn = (differences: Discrepancy[]) =>
  differences.filter(({ isFault }) => !isFault);

export type ComparisonOutcome = "agree" | "differ" | "unknown";

export interface Comparison {
  ours: string;
  theirs: string;
  checked: string;
  outcome: ComparisonOutcome;
  text: string;
}

/** The three comparisons, with their number of records and their result. */
export function comparisons(ledger: ReconciliationReport): Comparison[] {
  const { tools, orders, compared, provider, more } = ledger;
  const differences = problemsIn(ledger.differences);
  const outcomeOf = (pair: Pair): Pick<Comparison, "outcome" | "text"> => {
    const count = differences.filter((difference) => describeKind(difference).pair === pair).length;
    if (count > 0)
      return {
        outcome: "differ",
        text: (more ? "At least " : "") + pluralize(count, "difference"),
      };
    if (pair === "provider" && provider === "off")
      return { outcome: "unknown", text: "Card payments are off" };
    if (pair === "provider" && provider === "silent")
      return { outcome: "unknown", text: "No answer" };
    // The server cut the list, so that discrepancies of this pair may be missing.
    if (more) return { outcome: "unknown", text: "Not known yet" };
    return { outcome: "agree", text: "Agree" };
  };
  return [
    {
      ours: "What is available of each tool",
      theirs: "what was added, minus what orders took",
      checked: pluralize(tools, "tool"),
      ...outcomeOf("stock"),
    },
    {
      ours: "What orders say was paid, shipped or refunded",
      theirs: "the payments we have recorded",
      checked: pluralize(orders, "order"),
      ...outcomeOf("orders"),
    },
    {
      ours: "The payments we have recorded",
      theirs: "the card provider’s list of the last thirty days",
      checked: provider === "compared" ? pluralize(compared, "payment") : "–",
      ...outcomeOf("provider"),
    },
  ];
}

interface Summary {
  outcome: ComparisonOutcome;
  title: string;
  text: string;
}

/** The result of the whole check. */
export function summarize({ provider, differences: found, more }: ReconciliationReport): Summary {
  const differences = problemsIn(found);
  const unreachable =
    " The card provider did not respond in time, so its records were not compared.";
  if (differences.length > 0) {
    const count = (more ? "More than " : "") + pluralize(differences.length, "difference");
    const text = "The check changed nothing. Each one says what to do.";
    return {
      outcome: "differ",
      title: count,
      text: provider === "silent" ? `${text}${unreachable}` : text,
    };
  }
  if (provider === "silent")
    return {
      outcome: "unknown",
      title: "Our own books agree",
      text: `${unreachable.trim()} Check again in a minute.`,
    };
  if (provider === "off")
    return {
      outcome: "agree",
      title: "The books agree",
      text: "Every piece and every order is accounted for. Card payments are off, so there is no card provider to compare with.",
    };
  return {
    outcome: "agree",
    title: "The books agree",
    text: "Every piece, every order and every payment is accounted for.",
  };
}
