import { plural } from "../../../money.ts";
import type { texts as english } from "./review-page.texts.en.ts";

export const texts: typeof english = {
  title: "Avis",
  lead: "Dites aux autres ce que vous pensez des outils. Nous montrons votre nom, mais pas votre courriel.",
  loading: "Chargement du formulaire",
  name: "Nom",
  email: "Courriel",
  rating: "Note",
  noStars: "Aucune étoile",
  stars: (count) => plural(count, "étoile", "étoiles"),
  review: "Avis",
  tool: "Quel outil? (facultatif)",
  noTool: "Aucun outil",
  needsApproval: "La boutique lit les nouveaux avis avant de les afficher.",
  send: "Envoyer l’avis",
  sending: "Envoi…",
  seeAll: "Voir tous les avis",
  thankYou: "Merci pour votre avis. Nous avons fait de notre mieux pour répondre à votre demande.",
  sentBefore: "Cet avis est déjà envoyé. Veuillez d’abord en écrire un autre.",
  received: "La boutique a reçu votre avis et l’affichera après l’avoir lu.",
  published: "Votre avis est publié.",

  own: "Vos avis",
  pending: "En attente de la boutique. Visible seulement pour vous.",
  hidden: "Masqué par la boutique. Visible seulement pour vous.",
  edit: "Modifier",
  delete: "Supprimer",
  text: "Texte de votre avis",
  cancel: "Annuler",
  save: "Enregistrer",
  changed: "Votre avis a été modifié",
};
