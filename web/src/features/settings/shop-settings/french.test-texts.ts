import { TRANSLATED } from "./french.ts";
import type { FrenchTexts } from "./queries.ts";

/** For tests: the texts of an owner who has translated none. */
export const NO_FRENCH = Object.fromEntries(
  Object.keys(TRANSLATED).map((name) => [name, ""]),
) as FrenchTexts;
