import type { texts as english } from "./SignUpPage.texts.en.ts";

export const texts: typeof english = {
  title: "Inscription",
  haveAccount: "Vous avez déjà un compte? Connectez-vous",
  name: "Nom",
  email: "Courriel",
  password: "Mot de passe",
  atLeast: (characters) => `Au moins ${characters} caractères`,
  signUp: "Créer un compte",
  logInWithEmail: "Se connecter avec ce courriel",
};
