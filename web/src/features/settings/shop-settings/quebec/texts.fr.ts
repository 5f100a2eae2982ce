import { listed } from "../../../../listed.ts";
import { plural } from "../../../../money.ts";
import type * as english from "./texts.en.ts";

const toDo = (count: number) =>
  plural(count, "obligation reste à remplir", "obligations restent à remplir");

export const texts: typeof english.texts = {
  title: "Prêt pour le Québec",
  intro: "Ce que la loi du Québec demande à une boutique qui y vend, d’après vos paramètres.",
  loading: "Chargement de la liste",
  allDone: "Chaque obligation est remplie. Les clients du Québec peuvent acheter.",
  closed: (count) => `Les clients du Québec ne peuvent pas encore acheter\u00a0: ${toDo(count)}.`,
  openedByOwner: (count) =>
    `Vous avez ouvert la vente au Québec sous votre propre responsabilité\u00a0: ${toDo(count)}.`,
  soldBefore: (count) =>
    `Votre boutique continue de vendre au Québec comme avant\u00a0: ${toDo(count)}.`,
  choose: "Ouverture de la vente au Québec",
  dutiesLabel: "Obligations",
  done: "Fait",
  todo: "À faire",
  change: "Modifier",
  mend: "Aller au paramètre",
  linkOf: (link, duty) => `${link}\u00a0: ${duty}`,
  missing: (names) => `Il manque\u00a0: ${listed(names)}.`,
  notAdvice:
    "Cette liste n’est pas un avis juridique. Elle contient seulement ce que la boutique peut voir\u00a0: veuillez consulter un avocat pour le reste.",
  questionsTitle: "Questions à poser à un avocat",
  questions: [
    "La Charte de la langue française s’applique-t-elle à une boutique sans établissement au Québec?",
    "Les clients du Québec peuvent-ils payer d’avance par carte de débit selon l’article 54.3 de la Loi sur la protection du consommateur?",
    "Quelles annulations les articles 54.8 et 54.9 de cette loi permettent-ils dans notre cas?",
    "Quelles amendes et sanctions la Charte de la langue française prévoit-elle?",
  ],
};

export const duties: typeof english.duties = {
  sellerName: {
    title: "Nom du vendeur",
    about: "Les clients lisent qui vend avant d’acheter.",
  },
  address: {
    title: "Adresse postale",
    about: "Les clients lisent où ils peuvent vous écrire.",
  },
  phone: {
    title: "Téléphone",
    about: "Les clients lisent un numéro où vous joindre.",
  },
  email: {
    title: "Courriel",
    about: "Les clients lisent une adresse courriel où vous joindre.",
  },
  privacyOfficer: {
    title: "Personne responsable de la confidentialité",
    about:
      "La page «\u00a0Confidentialité\u00a0» nomme cette personne, avec une adresse courriel ou un numéro de téléphone.",
  },
  privacy: {
    title: "Texte sur la confidentialité en français",
    about: "Vérifiez le texte français et enregistrez-le. Un premier brouillon ne suffit pas.",
  },
  terms: {
    title: "Conditions de vente en français",
    about:
      "Les clients du Québec reçoivent d’abord le contrat en français. Un premier brouillon ne suffit pas.",
  },
  returns: {
    title: "Conditions de retour en français",
    about:
      "Les clients lisent comment retourner et annuler un achat. Un premier brouillon ne suffit pas.",
  },
  deliveryDays: {
    title: "Délai de chaque livraison",
    about: "Chaque mode qui livre au Québec indique combien de jours il faut.",
  },
  frenchTexts: {
    title: "Vos autres textes en français",
    about: "Un texte que vous avez modifié en anglais existe aussi en français.",
  },
  taxes: {
    title: "Taxes",
    about: "Indiquez où la boutique est inscrite, ou qu’elle ne l’est pas.",
  },
  receipts: {
    title: "Reçus",
    about:
      "La boutique écrit les reçus et les courriels dans la langue de l’acheteur. Vous n’avez rien à faire.",
  },
};
