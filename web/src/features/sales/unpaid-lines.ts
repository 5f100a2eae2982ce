import type { LineToPutBack } from "../../api/basket.ts";
import { keepInBrowser, readFromBrowser } from "../../api/session/tab-storage.ts";

const NAME = "unpaid purchase";

interface UnpaidPurchase {
  id: string;
  lines: LineToPutBack[];
}

/** The shop deletes a purchase that is not paid in time. So this browser remembers what was in it. */
export const keepUnpaidLines = (id: string, lines: LineToPutBack[]) =>
  keepInBrowser(NAME, {
    id,
    lines: lines.map(({ toolId, toolName, quantity }) => ({ toolId, toolName, quantity })),
  });

export function readUnpaidLines(id: string): LineToPutBack[] {
  const kept = readFromBrowser<UnpaidPurchase>(NAME);
  return kept?.id === id ? kept.lines : [];
}

export function forgetUnpaidLines(id: string) {
  if (readUnpaidLines(id).length > 0) keepInBrowser(NAME, undefined);
}
