import type { AuditEntry } from "../../../api/client.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { actions, texts } from "./texts.en.ts";

const isKnown = (action: string): action is AuditEntry["action"] => Object.hasOwn(actions, action);

/** The sentence of an entry, split around its subject: `["shipped ", "order #1042", "."]`. */
export function auditSentence(entry: Omit<AuditEntry, "action"> & { action: string }) {
  const { action, account, tool, apiKey, orderNumber: number } = entry;
  // A newer server may know more actions.
  if (!isKnown(action)) return [texts.unknownAction(action), "", ""] as const;
  const { text, missing } = actions[action];
  const order = number === undefined ? undefined : texts.order(orderNumber({ number }));
  const [before = "", after] = text.split("{}");
  if (after === undefined) return [`${before}.`, "", ""] as const;
  return [
    before,
    account ?? tool ?? apiKey ?? order ?? missing ?? texts.unnamed,
    `${after}.`,
  ] as const;
}
