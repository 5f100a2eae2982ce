import type { Language } from "./language.ts";

interface ShellTexts {
  /** The value of `<html lang>`. */
  lang: string;
  /** The address of the home page. */
  home: string;
  tools: string;
  basket: string;
  description: string;
  /** The words after the shop's name in the label of the link to the home page. */
  homeLabel: string;
  allTools: string;
  login: string;
  about: string;
  loading: string;
  needsJavaScript: string;
  allowJavaScript: string;
  basketLink: string;
  /** The words after the shop's name. server/src/site/shop_texts.rs puts the phone number before the last mark. */
  payments: string;
  basketBefore: string;
  basketWord: string;
  basketAfter: string;
  slow: string;
  tryAgain: string;
}

/** What stands in index.html and slow-start.js as `{{name}}`, before the app's code runs. */
const shellTexts: Record<Language, ShellTexts> = {
  en: {
    lang: "en-CA",
    home: "/",
    tools: "/tool",
    basket: "/basket",
    description: "Gardening and yard care tools, sold in quantities that make sense, from Canada.",
    homeLabel: "home",
    allTools: "All Tools",
    login: "Login",
    about: "Gardening and yard care tools, sold in sensible quantities to people who dig.",
    loading: "Loading …",
    needsJavaScript: "This page needs JavaScript",
    allowJavaScript:
      "Please allow JavaScript, and load the page again. The rest of the shop can be read without it.",
    basketLink: "Basket",
    payments: "needs JavaScript to take payments.",
    basketBefore: "Your",
    basketWord: "basket",
    basketAfter: "stays as it is. Please turn it on",
    slow: "This is taking longer than usual. Check your connection, or try again.",
    tryAgain: "Try again",
  },
  fr: {
    lang: "fr-CA",
    home: "/fr",
    tools: "/fr/outils",
    basket: "/fr/panier",
    description:
      "Des outils pour le jardin et le terrain, vendus en quantités raisonnables, du Canada.",
    homeLabel: "accueil",
    allTools: "Tous les outils",
    login: "Connexion",
    about:
      "Des outils pour le jardin et le terrain, vendus en quantités raisonnables à celles et ceux qui bêchent.",
    loading: "Chargement…",
    needsJavaScript: "Cette page a besoin de JavaScript",
    allowJavaScript:
      "Veuillez autoriser JavaScript et recharger la page. Le reste de la boutique se lit sans lui.",
    basketLink: "Panier",
    payments: "a besoin de JavaScript pour recevoir des paiements.",
    basketBefore: "Votre",
    basketWord: "panier",
    basketAfter: "reste tel quel. Veuillez activer JavaScript",
    slow: "Le chargement est plus long que d’habitude. Vérifiez votre connexion ou réessayez.",
    tryAgain: "Réessayer",
  },
};

/** Puts the texts in place of `{{name}}`. */
export const withShellTexts = (language: Language, source: string) =>
  source.replace(/\{\{(\w+)\}\}/g, (mark, name: string) => {
    const text = (shellTexts[language] as unknown as Record<string, string>)[name];
    if (text === undefined) throw new Error(`no text of the shell has the name of ${mark}`);
    return text;
  });
