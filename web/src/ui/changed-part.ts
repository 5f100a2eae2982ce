const splitWords = (text: string) => text.split(/(?<=\s)/);

/** Words shown around a change. */
const CONTEXT_WORDS = 3;

/** Two versions of a text without their common beginning and end. */
export function changedPart(before: string, now: string): [string, string] {
  const [one, other] = [splitWords(before), splitWords(now)];
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  start = Math.max(0, start - CONTEXT_WORDS);
  end = Math.max(0, end - CONTEXT_WORDS);
  const part = (all: string[]) =>
    `${start > 0 ? "… " : ""}${all
      .slice(start, all.length - end)
      .join("")
      .trim()}${end > 0 ? " …" : ""}`;
  return [part(one), part(other)];
}
