import { paths } from "../../../pages.ts";

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const PAYMENT = "pi_[A-Za-z0-9_]+";
const MOMENT = "\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z";

/** A part of the server's text: plain words, or something to link, format or copy. */
export type TextPart = { is: "words" | "order" | "payment" | "moment" | "command"; text: string };

const PART_PATTERN = new RegExp(
  `(?<=\\border )(?<order>${ID})|(?<payment>\\b${PAYMENT})|(?<moment>${MOMENT})|(?<command>trowel [a-z -]+ [A-Z]+\\b)`,
  "g",
);

/** Splits the server's text into parts. `TOOL` in a command becomes the id of the tool. */
export function linkify(text: string, toolId = "TOOL"): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const words = (until: number) => {
    if (until > end) parts.push({ is: "words", text: text.slice(end, until) });
  };
  for (const match of text.matchAll(PART_PATTERN)) {
    words(match.index);
    const [found] = match;
    const { order, payment, moment } = match.groups ?? {};
    const is = order ? "order" : payment ? "payment" : moment ? "moment" : "command";
    parts.push({ is, text: is === "command" ? found.replace(/TOOL$/, toolId) : found });
    end = match.index + found.length;
  }
  words(text.length);
  return parts;
}

/** Manage Orders finds an order by its id or the id of its payment. */
export const orderSearchPath = (id: string) => `${paths.manageOrders}?q=${encodeURIComponent(id)}`;
