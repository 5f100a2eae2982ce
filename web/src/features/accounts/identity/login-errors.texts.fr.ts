import type { texts as english } from "./login-errors.texts.en.ts";

export const texts: typeof english = {
  unknownProvider: "Le fournisseur",
  errors: {
    provider_refused: (name) => `${name} n’a pas accepté la connexion. Rien n’a changé ici.`,
    provider_unreachable: (name) => `${name} ne répond pas. Veuillez réessayer dans une minute.`,
    provider_invalid_response: (name) =>
      `${name} a envoyé une réponse que nous n’avons pas pu vérifier, et la connexion n’a donc pas eu lieu. Veuillez réessayer.`,
    login_expired: () => "La connexion a pris trop de temps. Veuillez recommencer.",
    state_mismatch: () =>
      "Cette connexion a commencé dans un autre navigateur, ou ses témoins ont disparu. Veuillez recommencer ici.",
    identity_in_use: (name) =>
      `Ce compte ${name} est lié à un autre compte de la boutique. Connectez-vous avec ${name} pour utiliser celui-là.`,
    provider_already_linked: (name) =>
      `Votre compte est déjà lié à un autre compte ${name}. Utilisez celui-là, ou retirez-le d’abord.`,
    signed_out: () =>
      "Votre session a été fermée, ou elle est maintenant celle d’un autre compte. Connectez-vous et recommencez l’ajout.",
    email_not_verified: () =>
      "Veuillez d’abord confirmer votre adresse courriel\u00a0: suivez le lien que nous vous avons envoyé.",
    second_factor_on: (name) =>
      `Le compte qui a cette adresse utilise la vérification en deux étapes. Connectez-vous avec son mot de passe et ajoutez ${name} sous «\u00a0Compte et sécurité\u00a0». Si vous ne le pouvez pas, veuillez communiquer avec la boutique.`,
    account_closed: () => "Ce compte a été supprimé. Créez un compte pour en avoir un nouveau.",
    account_blocked: () => "La boutique a bloqué ce compte. Veuillez communiquer avec la boutique.",
    provider_disabled: (name) =>
      `Vous ne pouvez pas vous connecter avec ${name} pour le moment. Veuillez choisir un autre moyen.`,
    too_many_requests: () => "Trop de tentatives. Veuillez attendre une minute.",
    busy: () => "La boutique est très achalandée. Veuillez réessayer dans un moment.",
    window_closed: (name) =>
      `La fenêtre de ${name} a été fermée avant la fin de la connexion. Veuillez réessayer.`,
    no_session: () =>
      "La connexion n’a pas eu lieu, car votre navigateur n’a pas conservé notre témoin. Veuillez autoriser les témoins et réessayer.",
  },
  otherError: (name) =>
    `${name} n’a pas pu vous connecter. Veuillez réessayer, ou choisir un autre moyen.`,
  continueInWindow: (name) => `Veuillez continuer dans la fenêtre de ${name}.`,
};
