// How many at once, how many a second, and how long it took.
import { setTimeout as sleep } from "node:timers/promises";

/** `each(n)` for n below `count`, so many at once; answers what they answered, in order. */
export async function atOnce(most, count, each) {
  const answers = new Array(count);
  let next = 0;
  const one = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      answers[n] = await each(n);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, count) }, one));
  return answers;
}

/** Calls `each` so often, evenly, whatever became of the calls before; who answers late is not spared the next. */
export async function atRate(perSecond, seconds, each) {
  const began = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = began + (n * 1_000) / perSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    // From when it was due: a client that falls behind must not hide it.
    each(n, due);
  }
}

/** The time that this share of them did not exceed. */
export function part(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

/** How often each occurs, as `{"200": 5}`. */
export function count(values) {
  const counts = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
