import type { texts as english } from "./texts.en.ts";

export const texts: typeof english = {
  title: "Profil",
  whatFor:
    "Comment nous pouvons vous joindre. Votre prochaine commande reprendra cette adresse et ce numéro de téléphone.",
  loading: "Chargement de votre profil",
  account: "Compte et sécurité",
  aboutAccount:
    "Votre mot de passe, vos autres modes de connexion, vos sessions ouvertes et vos données.",
  apiKeys: "Clés d’API",
  aboutApiKeys: "Des clés pour vos propres scripts, par exemple pour mettre le stock à jour.",
  undeliveredEmail: "Courriels non livrés",
  aboutUndeliveredEmail: "Les courriels de la boutique qui n’ont pas pu être livrés, et pourquoi.",
  showEmails: "Les afficher",
  name: "Nom",
  changeName: "Modifier votre nom",
  email: "Courriel",
  location: "Lieu",
  address: "Adresse",
  phone: "Téléphone",
  save: "Enregistrer",
  saved: "Profil enregistré",
  notSaved: "Pas encore enregistré",
  sessionEnded: "Aucune session n’est ouverte",
};
