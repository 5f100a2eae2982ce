import { changes } from "./texts.en.ts";

/** `Up 25%`, against the period before. Empty if there is nothing to compare. */
export function describeChange(now: number, before: number): string {
  if (now === before) return now === 0 ? "" : changes.unchanged;
  if (before === 0) return changes.noneBefore;
  const percent = Math.round((now / before - 1) * 100);
  if (percent === 0) return now > before ? changes.upByLess : changes.downByLess;
  return percent > 0 ? changes.up(percent) : changes.down(-percent);
}
