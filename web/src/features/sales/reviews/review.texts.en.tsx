import type { ReactNode } from "react";
import { formatCount } from "../../../money.ts";

/** What the author and the owner of the shop read alike. */
export const texts = {
  charactersLeft: (count: number) => `Room for ${formatCount(count)} more characters`,
  charactersTooMany: (count: number, most: number) =>
    `${formatCount(count)} too many of ${formatCount(most)} characters`,
  empty: "Choose some stars, or write a few words",
  tooLong: (most: number) => `A review has ${formatCount(most)} characters at most`,
  reviewBy: (name: ReactNode) => <>review by {name}</>,
  deleted: "The review is deleted",
};
