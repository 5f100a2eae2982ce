import { formatCount } from "../../money.ts";
import type { changes as english } from "./texts.en.ts";

export const changes: typeof english = {
  unchanged: "Sans changement",
  noneBefore: "Rien auparavant",
  upByLess: "En hausse de moins de 1\u00a0%",
  downByLess: "En baisse de moins de 1\u00a0%",
  up: (percent) => `En hausse de ${formatCount(percent)}\u00a0%`,
  down: (percent) => `En baisse de ${formatCount(percent)}\u00a0%`,
};
