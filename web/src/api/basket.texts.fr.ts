import { formatCount } from "../money.ts";
import type { texts as english } from "./basket.texts.en.ts";

export const texts: typeof english = {
  onlyLeft: (tool, count) => `${tool}\u00a0: il n’en reste que ${formatCount(count)}.`,
  minimumIsNow: (tool, minimum) =>
    `${tool}\u00a0: le minimum est maintenant de ${formatCount(minimum)}.`,
  soldOut: (tool) => `${tool}\u00a0: épuisé.`,
  notForSale: (tool) => `${tool}\u00a0: cet outil n’est plus en vente.`,
  refused: (tool, reason) => `${tool}\u00a0: ${reason}`,
};
