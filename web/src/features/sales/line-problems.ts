import { ApiError } from "../../api/errors.ts";

const OF_LINE = new Set(["sold_out", "not_enough_stock", "below_minimum", "tool_unavailable"]);

/** Whether a problem is about one line of the basket. */
export const isLineProblem = ({ code }: { code: string }) => OF_LINE.has(code);

/** Whether the customer has to change the basket first. */
export const isOfBasket = (problem: unknown): problem is ApiError =>
  problem instanceof ApiError &&
  (isLineProblem(problem) || ["basket_changed", "basket_empty"].includes(problem.code));

/** Another delivery is chosen already, so this one is only told. */
export const isBlocking = ({ code }: { code: string }) => code !== "method_gone";
