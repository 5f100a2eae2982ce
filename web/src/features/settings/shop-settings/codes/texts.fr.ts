import { formatCount, formatPrice } from "../../../../money.ts";
import { counted } from "../../../../words.en.ts";
import type * as english from "./texts.en.ts";

export const texts: typeof english.texts = {
  loading: "Chargement des codes de rabais",
  caption: "Codes de rabais",
  code: "Code",
  gives: "Avantage",
  use: "Utilisation",
  action: "Action",
  end: "Mettre fin",
  endOf: (code) => `Mettre fin au code ${code}`,
  ended: "Terminé",
  askEnd: (code) => ({
    title: `Mettre fin au code ${code}?`,
    text: "Les clients ne pourront plus l’utiliser. Les achats qui l’ont déjà le gardent.",
    button: "Y mettre fin",
  }),
  codeEnded: "Le code a pris fin",
  add: "Ajouter un code",
  added: "Code ajouté",
};

export const summaries: typeof english.summaries = {
  percent: (percent) => `${`${percent}`.replace(".", ",")}\u00a0% de rabais sur les marchandises`,
  amount: (amount) => `${formatPrice(amount)} de rabais sur les marchandises`,
  delivery: "Livraison gratuite",
  minimum: (amount) => `à partir de ${formatPrice(amount)}`,
  days: (from, until) => `du ${from} au ${until}`,
  since: (from) => `depuis le ${from}`,
  once: "une fois par client",
  all: (parts) => parts.join(", "),
};

export const uses: typeof english.uses = {
  used: (used) => `Utilisé dans ${counted.purchases(used)}`,
  usedOf: (used, max) => `Utilisé dans ${counted.purchases(used)} sur ${formatCount(max)}`,
  withGiven: (uses, given) => `${uses}, ${formatPrice(given)} accordés`,
};

export const form: typeof english.form = {
  title: "Ajouter un code de rabais",
  code: "Code",
  codeHint: "Lettres, chiffres et traits d’union. Les clients peuvent l’écrire en minuscules.",
  codeExample: "PRINTEMPS10",
  kind: "Ce qu’il donne",
  kinds: {
    percent: "Pourcentage",
    amount: "Montant",
    delivery: "Livraison gratuite",
  },
  values: {
    percent: "Rabais sur les marchandises (%)",
    amount: "Rabais sur les marchandises ($)",
  },
  minimum: "Commande minimale",
  from: "Premier jour",
  until: "Dernier jour",
  maxUses: "Nombre d’utilisations",
  maxUsesHint: "Vide\u00a0: aucune limite.",
  once: "Une fois par client",
  onceHint:
    "Selon l’adresse courriel. Une personne qui a plusieurs adresses peut l’utiliser plusieurs fois.",
  add: "Ajouter",
};
