import type { Discrepancy, ReconciliationReport } from "../../api/client.ts";
import { formatCount } from "../../money.ts";

/** The three pairs of records that are held against each other. */
type Pair = "stock" | "orders" | "provider";

interface KindText {
  pair: Pair;
  /** What is wrong, as one would say it across the counter. */
  title: string;
  /** Whose words the two sides are. */
  ours: string;
  theirs: string;
}

const PROVIDER = { pair: "provider", ours: "We say", theirs: "The card provider says" } as const;

/** By the kinds of GET /ledger. */
const KINDS: Record<string, KindText> = {
  stock: {
    pair: "stock",
    title: "The stock of a tool does not add up",
    ours: "The tool says",
    theirs: "The stock book says",
  },
  paid_without_payment: {
    pair: "orders",
    title: "An order is paid, and no payment of its amount belongs to it",
    ours: "The order says",
    theirs: "The payments say",
  },
  payment_without_order: {
    pair: "orders",
    title: "A payment came in, and its order is not paid by it",
    ours: "The payment says",
    theirs: "The orders say",
  },
  open_without_order: {
    pair: "orders",
    title: "An order is gone, and somebody may still pay for it",
    ours: "The payment says",
    theirs: "The orders say",
  },
  refund_waits: {
    pair: "orders",
    title: "Money should have gone back, and has not",
    ours: "We say",
    theirs: "Until now",
  },
  backward: {
    pair: "orders",
    title: "The dates of an order run backward",
    ours: "First",
    theirs: "And after that",
  },
  not_heard_of: {
    ...PROVIDER,
    title: "The card provider has the money, and we did not know",
  },
  mismatch: {
    ...PROVIDER,
    title: "A payment is not the one that we asked for",
  },
  not_at_provider: {
    ...PROVIDER,
    title: "We count on money that the card provider does not have",
  },
  partly_given_back: {
    ...PROVIDER,
    title: "A part of a payment was given back at the card provider",
  },
  disputed: {
    ...PROVIDER,
    title: "A customer’s bank asks for its money back",
  },
  refund_failed: {
    ...PROVIDER,
    title: "We gave money back, and it did not arrive",
  },
  not_ours: {
    ...PROVIDER,
    title: "The card provider has a payment that we never asked for",
  },
};

/** What a server newer than this page may find. */
const UNKNOWN: KindText = {
  pair: "orders",
  title: "Two records differ",
  ours: "We say",
  theirs: "The other record says",
};

export const describeKind = ({ kind }: Discrepancy): KindText =>
  Object.hasOwn(KINDS, kind) ? (KINDS[kind] ?? UNKNOWN) : UNKNOWN;

/** What is wrong, and what is only good to know. */
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

const pluralize = (count: number, one: string) =>
  `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;

/** What was held against what, how much of it, and how that went. */
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
      return { outcome: "unknown", text: "Card payment is off" };
    if (pair === "provider" && provider === "silent")
      return { outcome: "unknown", text: "No answer" };
    // The list was cut: what is not on it may have stood behind its end.
    if (more) return { outcome: "unknown", text: "Not known yet" };
    return { outcome: "agree", text: "Agree" };
  };
  return [
    {
      ours: "What is available of each tool",
      theirs: "what was put in, less what orders hold",
      checked: pluralize(tools, "tool"),
      ...outcomeOf("stock"),
    },
    {
      ours: "What orders say was paid, shipped or given back",
      theirs: "the payments we have written down",
      checked: pluralize(orders, "order"),
      ...outcomeOf("orders"),
    },
    {
      ours: "The payments we have written down",
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

/** The whole check in one sentence or two. */
export function summarize({ provider, differences: found, more }: ReconciliationReport): Summary {
  const differences = problemsIn(found);
  const unreachable = " The card provider did not answer in time, so its side was not compared.";
  if (differences.length > 0) {
    const count = (more ? "More than " : "") + pluralize(differences.length, "difference");
    const text = "Nothing was changed by finding them: what to do stands with each.";
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
      text: "Every piece and every order is accounted for. Card payment is off, so there is no card provider to compare with.",
    };
  return {
    outcome: "agree",
    title: "The books agree",
    text: "Every piece, every order and every payment is accounted for.",
  };
}

/** `14:05:09`, where the reader is. */
export function formatTime(at: number): string {
  const moment = new Date(at);
  return [moment.getHours(), moment.getMinutes(), moment.getSeconds()]
    .map((part) => part.toString().padStart(2, "0"))
    .join(":");
}
