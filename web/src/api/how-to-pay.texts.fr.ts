import { language } from "../language.en.ts";
import { listed } from "../listed.ts";
import type { texts as english } from "./how-to-pay.texts.en.ts";

export const texts: typeof english = {
  contactUs: (ways) =>
    `Veuillez communiquer avec nous au sujet du paiement\u00a0: ${listed(ways, language.or)}.`,
  weContactYou: "Nous communiquerons avec vous au sujet du paiement.",
};
