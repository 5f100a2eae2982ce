import { listed } from "../../../listed.ts";
import { plural } from "../../../money.ts";
import type * as english from "./groups.texts.en.ts";

export const groups: typeof english.groups = {
  shop: "Boutique",
  look: "Apparence et accueil",
  selling: "Vente",
  money: "Argent",
  people: "Personnes",
};

export const states: typeof english.states = {
  draftsToCheck: (count) =>
    `${plural(count, "premier brouillon", "premiers brouillons")} à vérifier`,
  allChecked: "Tout est vérifié",
  look: (hasLogo, colour) =>
    `${hasLogo ? "Votre logo" : "Aucun logo"}, ${colour ? `boutons de couleur ${colour}` : "boutons verts"}`,
  noTexts: "Aucun texte pour le moment",
  sectionsShown: (shown, all) =>
    `${plural(shown, "section affichée", "sections affichées")} sur ${all}`,
  noAboutPage: "Cette page n’existe pas encore",
  noLinks: "Aucun lien pour le moment",
  minutesToPay: (minutes) => `${plural(minutes, "minute", "minutes")} pour payer`,
  accountsOnly: "Chaque client a un compte",
  guestsUpTo: (amount) => `Les visiteurs peuvent acheter jusqu’à ${amount}`,
  guests: "Les visiteurs peuvent acheter",
  method: (name, prices) => `${name}\u00a0: ${prices}`,
  noMethods: "Aucun mode pour le moment",
  payAtShop: "Les clients peuvent payer à la boutique",
  payBefore: "Les clients paient d’avance",
  synonyms: (count) => plural(count, "groupe de synonymes", "groupes de synonymes"),
  noSynonyms: "Aucun synonyme",
  newsletterOn: "«\u00a0S’abonner\u00a0» demande une adresse",
  newsletterOff: "«\u00a0S’abonner\u00a0» dit merci",
  registered: (authorities) => `Inscription\u00a0: ${listed(authorities)}`,
  codes: "Les codes que les clients saisissent",
  emailsTo: (choice, address) => `${choice}, à ${address}`,
  found: (label, switches) => `${label}\u00a0: ${listed(switches)}`,
};
