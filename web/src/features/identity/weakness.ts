/** What is tried first: the passwords that leaked lists hold most often, and what people type into a garden shop. */
const TRIED_FIRST = new Set(
  `123456 1234567 12345678 123456789 1234567890 111111 000000 123123 654321 666666 121212 696969
  password password1 passw0rd p@ssw0rd p@ssword qwerty qwerty1 qwerty123 qwertyuiop asdfgh asdfghjkl zxcvbn
  zxcvbnm 1q2w3e 1q2w3e4r 1qaz2wsx qazwsx abc123 abcdef abcd1234 a1b2c3 iloveyou letmein welcome welcome1
  admin admin1 admin123 administrator login master monkey dragon shadow sunshine princess superman batman
  football baseball hockey soccer basketball michael jordan jessica ashley charlie daniel thomas hunter
  andrew michelle jennifer nicole summer winter spring autumn flower flowers garden gardens gardener
  gardening trowel changeme secret secret1 default guest test test123 testing google facebook twitter
  github canada toronto montreal vancouver ottawa maple computer internet pokemon starwars whatever
  trustno1 freedom ginger pepper cookie cheese orange banana purple killer loveme lovely babygirl`.split(
    /\s+/,
  ),
);

const ROWS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "azertyuiop",
];

const backwards = (text: string) => [...text].reverse().join("");

/** Neighbours on a keyboard or in the alphabet, or the same characters over and over. */
const isRow = (text: string) =>
  new Set(text).size <= 2 ||
  /^(.{1,4})\1+$/.test(text) ||
  ROWS.some((row) => row.includes(text) || backwards(row).includes(text));

/** The letters that look alike, as people swap them. */
const plain = (text: string) =>
  text
    .replace(/[@4]/g, "a")
    .replace(/0/g, "o")
    .replace(/[1!]/g, "i")
    .replace(/3/g, "e")
    .replace(/[$5]/g, "s");

/**
 * Why a password is easy to guess, if it is. It is said while it is chosen and refuses nothing; whether it is long
 * enough at all is a rule of the form. `about` is what others know of its owner.
 */
export function weaknessOf(password: string, about: string[] = []): string | undefined {
  if (password.length < 6) return undefined;
  const typed = password.toLowerCase();
  const word = typed.replace(/[\d!?.#*]+$/, "");
  if ([typed, word, plain(typed), plain(word)].some((text) => TRIED_FIRST.has(text)))
    return "it is among the first that anybody tries.";
  if (isRow(typed)) return "it is a simple row of characters.";
  const known = about
    .flatMap((text) => text.toLowerCase().split(/[\s@.+_-]+/))
    .filter((part) => part.length >= 4);
  if (known.some((part) => typed.includes(part))) return "your name or e-mail is in it.";
  if (password.length < 8) return "it is short. Longer is better than stranger.";
  return undefined;
}
