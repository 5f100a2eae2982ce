import { formatCount } from "../../money.ts";

/** `Up 25%`, against the period before. Empty if there is nothing to compare. */
export function describeChange(now: number, before: number): string {
  if (now === before) return now === 0 ? "" : "Unchanged";
  if (before === 0) return "None before";
  const percent = Math.round((now / before - 1) * 100);
  if (percent === 0) return now > before ? "Up by less than 1%" : "Down by less than 1%";
  return `${percent > 0 ? "Up" : "Down"} ${formatCount(Math.abs(percent))}%`;
}
