import type { texts as english } from "./ChangeDelivery.texts.en.ts";

export const texts: typeof english = {
  changeAddress: "Modifier l’adresse",
  changeAddressOf: (order) => `Modifier l’adresse\u00a0: ${order}`,
  addAddress: "Ajouter une adresse",
  addAddressOf: (order) => `Ajouter une adresse\u00a0: ${order}`,
  title: "Où devons-nous l’envoyer?",
  saved: "L’adresse est enregistrée",
  address: "Adresse",
  phone: "Téléphone",
  save: "Enregistrer",
};
