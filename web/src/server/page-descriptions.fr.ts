import type { descriptions as english } from "./page-descriptions.en.ts";

export const descriptions: typeof english = {
  tools:
    "Bêches, fourches, cisailles, arrosoirs et plus, avec le stock et les quantités minimales.",
  tool: "Un outil avec son prix, son stock, sa quantité minimale et ses avis.",
  category: "Les outils d’une catégorie, avec les prix, le stock et les quantités minimales.",
  blogs: "Des articles et des réponses de la boutique.",
  post: "Un article de la boutique.",
  portfolio: "Formation, compétences et projets.",
  reviews: "Ce que nos clients disent de nos outils de jardinage.",
  login: "Connectez-vous pour commander des outils et suivre vos commandes.",
  signup: "Créez un compte pour commander des outils.",
  finish: "Ajoutez votre adresse courriel pour compléter votre compte.",
  resetPassword:
    "Choisissez un nouveau mot de passe avec le lien que nous vous envoyons par courriel.",
  emailLogin: "Connectez-vous avec un lien que nous vous envoyons par courriel.",
  verifyEmail: "Confirmez l’adresse courriel de votre inscription.",
  basket: "Ce que vous voulez acheter, et ce que cela coûte.",
  privacy: "Ce que nous conservons à votre sujet, et pourquoi.",
  terms: "Comment vous commandez chez nous, et comment nous vendons.",
  returns: "Ce que vous pouvez retourner, et comment.",
  notFound: "Il n’y a pas de page à cette adresse.",
};
