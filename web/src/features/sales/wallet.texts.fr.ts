import type { texts as english } from "./wallet.texts.en.ts";

export const texts: typeof english = {
  goods: "Marchandises",
  delivery: "Livraison",
  discount: "Rabais",
  noAddress:
    "Le portefeuille numérique n’a pas donné l’adresse. Rien n’a été débité. Veuillez réessayer.",
  noEmail:
    "Le portefeuille numérique n’a pas donné d’adresse courriel. Rien n’a été débité. Veuillez y en ajouter une, ou payer par carte.",
  newTotal: (reason, total) =>
    `${reason} Le total est maintenant de ${total}. Rien n’a été débité.`,
};
