import type { texts as english } from "./newsletter.texts.en.ts";

export const texts: typeof english = {
  title: "Notre infolettre",
  email: "Courriel",
  emailRequired: "Entrez votre adresse courriel.",
  consentRequired: "Cochez la case si vous voulez l’infolettre.",
  subscribe: "S’abonner",
  subscribing: "Envoi…",
  cancel: "Annuler",
  sent: (email) =>
    `Nous avons envoyé un courriel à ${email}. Ouvrez le lien qu’il contient pour confirmer. Si rien n’arrive, regardez dans les pourriels. Une adresse déjà abonnée ne reçoit pas d’autre courriel.`,
  ok: "OK",
  loading: "Chargement",
};
