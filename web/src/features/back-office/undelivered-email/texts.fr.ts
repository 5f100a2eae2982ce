import type { texts as english } from "./texts.en.ts";

export const texts: typeof english = {
  profile: "Profil",
  title: "Courriels non livrés",
  intro:
    "Les courriels qui n’ont pas pu être livrés après plusieurs tentatives, et la réponse du serveur de courriel. Tous les autres ont été envoyés ou sont en cours d’envoi.",
  loading: "Chargement des courriels",
  emptyTitle: "Aucun courriel non livré",
  empty: "Aucun envoi n’a échoué.",
  to: "Destinataire",
  subject: "Objet",
  since: "Depuis",
  attempts: "Tentatives",
  reason: "Raison",
  action: "Action",
  tooLate: "Trop tard\u00a0: le lien ou le code a expiré",
  retry: "Réessayer",
  retryOf: (recipient) => `Réessayer\u00a0: le courriel à ${recipient}`,
  retried: (recipient) => `Le courriel à ${recipient} sera envoyé de nouveau`,
};
