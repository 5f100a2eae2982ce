// Concurrency, request rates, percentiles and counts.
import { setTimeout as sleep } from "node:timers/promises";

/** Calls `each(n)` for n below `count`, at most `limit` at a time. Returns the results in order. */
export async function concurrently(limit, count, each) {
  const results = new Array(count);
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      results[n] = await each(n);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, count) }, worker));
  return results;
}

/**
 * Calls `each(n, due)` at a fixed rate, without waiting for earlier calls. `due`: when the call should have started.
 */
export async function atRate(perSecond, seconds, each) {
  const began = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = began + (n * 1_000) / perSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    each(n, due);
  }
}

/** The time that this share (0 to 1) of the times does not exceed. */
export function quantile(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

/** How often each value occurs, as `{"200": 5}`. */
export function countBy(values) {
  const counts = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
