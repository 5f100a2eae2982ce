import { counted } from "../words.en.ts";
import type { texts as english } from "./order-name.texts.en.ts";

export const texts: typeof english = {
  title: (tool, pieces, date) => `${tool}, ${counted.pieces(pieces)}, ${date}`,
  name: (title, number) => `${title}, numéro ${number}`,
};
