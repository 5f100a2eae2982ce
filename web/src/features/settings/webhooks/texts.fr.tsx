import type { texts as english } from "./texts.en.tsx";

export const texts: typeof english = {
  shopSettings: "Paramètres de la boutique",
  title: "Webhooks",
  add: "Ajouter un webhook",
  intro: (link) => (
    <>
      La boutique annonce ce qui se passe à vos autres programmes, comme la comptabilité ou un
      entrepôt. Chaque message est signé selon {link("Standard Webhooks")} et ne dit rien du client.
    </>
  ),
  loading: "Chargement des webhooks",
  noneYet: "Aucun webhook pour l’instant",
  noneYetHint: "Ajoutez l’adresse d’un de vos programmes.",
  address: "Adresse",
  events: "Événements",
  state: "État",
};
