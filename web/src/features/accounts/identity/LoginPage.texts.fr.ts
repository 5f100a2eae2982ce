import type { texts as english } from "./LoginPage.texts.en.ts";

export const texts: typeof english = {
  title: "Connexion",
  newTo: (shop) => `Première visite chez ${shop}?`,
  createAccount: "Créer un compte",
  forgotPassword: "Mot de passe oublié?",
  email: "Courriel",
  password: "Mot de passe",
  logIn: "Se connecter",
  enterRecoveryCode:
    "Entrez un des codes de récupération que vous avez conservés. Chacun sert une seule fois.",
  enterCode: "Entrez le code qu’affiche votre application d’authentification.",
  recoveryCode: "Code de récupération",
  code: "Code",
  useApp: "Utiliser plutôt l’application",
  useRecoveryCode: "Utiliser plutôt un code de récupération",
  startAgain: "Recommencer",
};
