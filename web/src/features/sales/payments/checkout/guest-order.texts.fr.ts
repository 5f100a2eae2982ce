import type { texts as english } from "./guest-order.texts.en.ts";

export const texts: typeof english = {
  notOfAccount:
    "Elle a été passée sans connexion à un compte, elle n’est donc pas dans le vôtre. Si elle n’est pas payée à temps, ses outils seront remis en vente.",
  print: "Imprimer ou enregistrer",
  email: "Courriel",
  emailNeeded: "Veuillez entrer votre courriel.",
  linkIsOld:
    "Ce lien est expiré, ou il y en a un plus récent. Une commande qui n’a pas été payée à temps est supprimée aussi.",
  canSend: "Nous pouvons vous envoyer de nouveau les liens vers vos dernières commandes.",
  send: "Envoyer les liens",
  sent: (email) =>
    `S’il y a des commandes payées avec ${email}, nous avons envoyé leurs liens. Rien après quelques minutes? Veuillez vérifier votre dossier de pourriels.`,
  setPassword: "Choisir un mot de passe",
  password: "Mot de passe",
  passwordHint: "Vous aurez alors un compte, et votre prochaine commande ira plus vite.",
  passwordNeeded: "Veuillez entrer un mot de passe.",
  passwordTooShort: "Le mot de passe doit compter au moins 6 caractères",
  accountIsReady: "Votre compte est prêt.",
  canLogIn: (email = "votre adresse courriel") =>
    `Vous pouvez vous connecter avec ${email} et ce mot de passe. Si vous avez déjà commandé ou créé un compte avec cette adresse, appuyez sur «\u00a0Mot de passe oublié?\u00a0» à la page de connexion.`,
  logIn: "Se connecter",
};
