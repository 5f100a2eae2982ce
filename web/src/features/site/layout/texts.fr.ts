import { counted } from "../../../words.en.ts";
import type { texts as english } from "./texts.en.ts";

export const texts: typeof english = {
  basket: "Panier",
  basketWith: (count) => `Panier, ${counted.tools(count)}`,

  homeOf: (shop) => `${shop}, accueil`,
  mainMenu: "Principale",
  allTools: "Tous les outils",
  allToolsShort: "Outils",
  home: "Accueil",
  dashboard: "Tableau de bord",
  menu: "Menu",
  search: "Rechercher",
  searchTools: "Rechercher des outils",
  stillLoggedIn: (problem) => `Votre session est toujours ouverte. ${problem}`,
  signOut: "Se déconnecter",
  login: "Connexion",
  changeTheme: "Alterner entre clair et sombre",

  toHomeOf: (shop) => `${shop}, vers l’accueil`,
  services: "Services",
  delivery: "Livraison",
  returns: "Retours",
  company: "Entreprise",
  about: "À propos",
  whoWeAre: "Qui nous sommes",
  social: "Réseaux sociaux",
  customerReviews: "Avis des clients",
  language: "Langue",
  stayInThisLanguage: "Rester en français",
  copyright: (year, shop) => `© ${year} ${shop}. Tous droits réservés.`,
};
