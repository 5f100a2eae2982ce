import type { ReactNode } from "react";
import { counted } from "../words.en.ts";

export const texts = {
  inBasket: (pieces: number, link: (text: string) => ReactNode, problem: string | undefined) => (
    <>
      {counted.pieces(pieces)} in {link("your basket")}. {problem}
    </>
  ),
};
