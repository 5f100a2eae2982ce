import { formatCount } from "../../money.ts";

/** How a number differs from the one of the period before. */
export const changes = {
  unchanged: "Unchanged",
  noneBefore: "None before",
  upByLess: "Up by less than 1%",
  downByLess: "Down by less than 1%",
  up: (percent: number) => `Up ${formatCount(percent)}%`,
  down: (percent: number) => `Down ${formatCount(percent)}%`,
};
