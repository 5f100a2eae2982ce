import type { texts as english } from "./texts.en.ts";

export const texts: typeof english = {
  shopSettings: "Paramètres de la boutique",
  title: "Courriels",
  intro:
    "Ce que votre boutique écrit aux clients. Vous pouvez modifier l’objet et l’introduction de chaque courriel.",
  loading: "Chargement des courriels",
  email: "Courriel",
  texts: "Textes",
  changed: "modifiés",
  default: "par défaut",
  subject: "Objet",
};
