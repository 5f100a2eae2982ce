import type { BasketLine, Quote } from "../../api/basket.ts";
import { ApiError } from "../../api/errors.ts";
import { texts } from "./buying.texts.en.ts";

const OF_LINE = new Set(["sold_out", "not_enough_stock", "below_minimum", "tool_unavailable"]);

const NOT_SOLD = new Set(["sold_out", "tool_unavailable"]);

/** Whether a quantity of one of them can be bought now. */
export const isAnyLeft = (lines: BasketLine[]) =>
  lines.length === 0 || lines.some(({ problem }) => !NOT_SOLD.has(problem?.code ?? ""));

/** What the lines cost. No quantity of a tool that is not sold can be bought. */
export const goodsOf = (lines: BasketLine[]) =>
  lines.reduce(
    (sum, { total, problem }) => sum + (NOT_SOLD.has(problem?.code ?? "") ? 0 : total),
    0,
  );

/** Whether a problem is about one line of the basket. */
export const isLineProblem = ({ code }: { code: string }) => OF_LINE.has(code);

/** Whether the customer has to change the basket first. */
export const isOfBasket = (problem: unknown): problem is ApiError =>
  problem instanceof ApiError &&
  (isLineProblem(problem) ||
    ["basket_changed", "basket_empty", "nothing_to_buy"].includes(problem.code));

/** Another delivery is chosen already, so this one is only told. */
export const isBlocking = ({ code }: { code: string }) => code !== "method_gone";

type Problem = Quote["problems"][number];

/** Why the basket cannot be bought as a whole: nothing is left, a login is needed, or it is not delivered there. */
export function problemsOfWhole(lines: BasketLine[], quote: Quote | undefined): Problem[] {
  if (!isAnyLeft(lines)) return [{ code: "nothing_to_buy", detail: texts.nothingToBuy }];
  return quote?.problems.filter((problem) => isBlocking(problem) && !isLineProblem(problem)) ?? [];
}
