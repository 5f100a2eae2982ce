import type { LineToPutBack } from "../../api/basket.ts";
import { keepInBrowser, readFromBrowser } from "../../api/session/tab-storage.ts";

const NAME = "unpaid purchase";

/** Longer than the shop holds the stock of any purchase that is paid by card. */
const KEPT_FOR = 24 * 60 * 60 * 1_000;

interface UnpaidPurchase {
  id: string;
  lines: LineToPutBack[];
  /** When it was last seen unpaid. */
  at: number;
}

/** The shop deletes a purchase that is not paid in time. So this browser remembers what was in it. */
export const keepUnpaidLines = (id: string, lines: LineToPutBack[]) =>
  keepInBrowser(NAME, {
    id,
    at: Date.now(),
    lines: lines.map(({ toolId, toolName, quantity }) => ({ toolId, toolName, quantity })),
  });

export function readUnpaidLines(id: string): LineToPutBack[] {
  const kept = readFromBrowser<UnpaidPurchase>(NAME);
  return kept?.id === id && Date.now() - kept.at < KEPT_FOR ? kept.lines : [];
}

export function forgetUnpaidLines(id: string) {
  if (readFromBrowser<UnpaidPurchase>(NAME)?.id === id) keepInBrowser(NAME, undefined);
}
