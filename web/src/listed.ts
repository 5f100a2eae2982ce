import { language } from "./language.en.ts";

/** `A, B and C`. */
export function listed(words: string[], and = language.and): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${and} ${last}`;
}
