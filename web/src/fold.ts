const PLAIN: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", þ: "th", ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ı: "i" },
  ...{ ŋ: "n", ŧ: "t" },
};

/** The words of a text in small plain letters, as the server compares them (server/src/values/fold.rs). */
const wordsOf = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßæœþøłđðħıŋŧ]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/['’‘ʼʻ`]s(?![\p{L}\p{N}])/gu, "s")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The id of a heading with these words. */
export const anchorOf = (text: string) => wordsOf(text).join("-");

/** Whether each word of a search begins a word of the text. */
export function hasWords(text: string, search: string) {
  const words = wordsOf(text);
  return wordsOf(search).every((begin) => words.some((word) => word.startsWith(begin)));
}
