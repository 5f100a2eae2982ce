import type { Difference } from "../../api/client.ts";
import { paths } from "../../paths.ts";

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const PAYMENT = "pi_[A-Za-z0-9_]+";
const MOMENT = "\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z";

type Subject =
  | { is: "tool"; id: string; name: string }
  | { is: "order" | "payment"; id: string }
  | { is: "other"; text: string };

/** What a difference is about, where the server's words say it. */
export function subjectOf({ subject }: Difference): Subject {
  const [, toolId, name] = new RegExp(`^tool (${ID}) \\((.*)\\)$`, "s").exec(subject) ?? [];
  if (toolId !== undefined && name !== undefined) return { is: "tool", id: toolId, name };
  const [, orderId] = new RegExp(`^order (${ID})$`).exec(subject) ?? [];
  if (orderId !== undefined) return { is: "order", id: orderId };
  const [, paymentId] = new RegExp(`^payment (${PAYMENT})$`).exec(subject) ?? [];
  if (paymentId !== undefined) return { is: "payment", id: paymentId };
  return { is: "other", text: subject };
}

/** A part of what a record says: words, or something that can be looked up, read as a day or typed in. */
export type Piece = { is: "words" | "order" | "payment" | "moment" | "command"; text: string };

const PIECES = new RegExp(
  `(?<=\\border )(?<order>${ID})|(?<payment>\\b${PAYMENT})|(?<moment>${MOMENT})|(?<command>trowel (?:adjust-stock|refund) \\w+)`,
  "g",
);

/** The server's words, with what is in them. `TOOL` in a command becomes the tool it is about. */
export function piecesOf(text: string, toolId = "TOOL"): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const words = (until: number) => {
    if (until > end) pieces.push({ is: "words", text: text.slice(end, until) });
  };
  for (const match of text.matchAll(PIECES)) {
    words(match.index);
    const [found] = match;
    const { order, payment, moment } = match.groups ?? {};
    const is = order ? "order" : payment ? "payment" : moment ? "moment" : "command";
    pieces.push({ is, text: is === "command" ? found.replace(/TOOL$/, toolId) : found });
    end = match.index + found.length;
  }
  words(text.length);
  return pieces;
}

/** Manage Orders finds an order by its own id, and by that of the payment it was paid by. */
export const findOrderPath = (id: string) => `${paths.manageOrders}?q=${encodeURIComponent(id)}`;
