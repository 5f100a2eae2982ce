import type { texts as english } from "./ResetPasswordPage.texts.en.tsx";

export const texts: typeof english = {
  newPasswordTitle: "Nouveau mot de passe",
  forgotTitle: "Mot de passe oublié?",
  backToLogin: "Retour à la connexion",
  sentTo: (email) => (
    <>
      Si la boutique a un compte avec l’adresse {email}, nous avons envoyé un courriel qui contient
      un lien. Le lien sert une seule fois, pendant une heure.
    </>
  ),
  nothingThere: (link) => (
    <>
      Rien après quelques minutes? Vérifiez votre dossier de pourriels, ou{" "}
      {link("essayez une autre adresse")}.
    </>
  ),
  enterEmail:
    "Entrez l’adresse courriel de votre compte. Nous vous enverrons un lien pour choisir un nouveau mot de passe.",
  email: "Courriel",
  sendLink: "M’envoyer un lien",
  isChanged: "Votre mot de passe est modifié, et tous vos appareils sont déconnectés.",
  logIn: "Se connecter avec le nouveau mot de passe",
  logsOut:
    "Toutes vos sessions seront fermées, au cas où une autre personne connaîtrait votre ancien mot de passe.",
  newPassword: "Nouveau mot de passe",
  change: "Modifier le mot de passe",
  requestAnotherLink: "Demander un autre lien",
};
