import type { Discrepancy, ReconciliationReport } from "../../../api/client.ts";
import { counted } from "../../../words.en.ts";
import { type KindTexts, kinds, summary as texts, unknownKind } from "./texts.en.tsx";

/** The three pairs of records that are compared. */
type Pair = "stock" | "orders" | "provider";

/** The pair that each kind of discrepancy counts for. */
const PAIRS: Record<Discrepancy["kind"], Pair> = {
  stock: "stock",
  purchase: "orders",
  discount_code: "orders",
  refund_sums: "orders",
  paid_without_payment: "orders",
  payment_without_order: "orders",
  orphan_intent: "orders",
  refund_stuck: "orders",
  timestamps_out_of_order: "orders",
  day_sums: "orders",
  unrecorded_payment: "provider",
  mismatch: "provider",
  missing_at_provider: "provider",
  partial_refund: "provider",
  disputed: "provider",
  refund_failed: "provider",
  unknown_payment: "provider",
};

/** Only a newer server knows a kind without a pair. */
export const describeKind = ({ kind }: Discrepancy): KindTexts & { pair: Pair } =>
  Object.hasOwn(PAIRS, kind)
    ? { pair: PAIRS[kind], ...kinds[kind] }
    : { pair: "orders", ...unknownKind };

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
        text: more ? texts.atLeast(count) : texts.differences(count),
      };
    if (pair === "provider" && provider === "off")
      return { outcome: "unknown", text: texts.cardsAreOff };
    if (pair === "provider" && provider === "silent")
      return { outcome: "unknown", text: texts.noAnswer };
    // The server cut the list, so that discrepancies of this pair may be missing.
    if (more) return { outcome: "unknown", text: texts.notKnown };
    return { outcome: "agree", text: texts.agree };
  };
  return [
    {
      ours: texts.stock,
      theirs: texts.stockRecords,
      checked: counted.tools(tools),
      ...outcomeOf("stock"),
    },
    {
      ours: texts.orders,
      theirs: texts.recordedPayments,
      checked: counted.orders(orders),
      ...outcomeOf("orders"),
    },
    {
      ours: texts.ourPayments,
      theirs: texts.providerPayments,
      checked: provider === "compared" ? texts.payments(compared) : "–",
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
  if (differences.length > 0) {
    return {
      outcome: "differ",
      title: more ? texts.moreThan(differences.length) : texts.differences(differences.length),
      text: provider === "silent" ? texts.differAndSilent : texts.differ,
    };
  }
  if (provider === "silent")
    return {
      outcome: "unknown",
      title: texts.ownBooksAgree,
      text: texts.silent,
    };
  if (provider === "off")
    return {
      outcome: "agree",
      title: texts.booksAgree,
      text: texts.withoutProvider,
    };
  return {
    outcome: "agree",
    title: texts.booksAgree,
    text: texts.allAgree,
  };
}
