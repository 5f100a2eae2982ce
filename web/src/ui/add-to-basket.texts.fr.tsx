import { counted } from "../words.en.ts";
import type { texts as english } from "./add-to-basket.texts.en.tsx";

export const texts: typeof english = {
  inBasket: (pieces, link, problem) => (
    <>
      {counted.pieces(pieces)} dans {link("votre panier")}. {problem}
    </>
  ),
};
