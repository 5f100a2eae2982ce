import type { texts as english } from "./EmailLoginPage.texts.en.ts";

export const texts: typeof english = {
  title: "Connexion par courriel",
  onlyIfYou:
    "Continuez seulement si vous venez d’essayer de vous connecter. Si ce n’était pas vous, fermez cette page et choisissez un nouveau mot de passe.",
  logIn: "Oui, me connecter",
  incompleteLink:
    "Ce lien est incomplet. Veuillez le copier en entier à partir du courriel, ou vous connecter de nouveau.",
  backToLogin: "Retour à la connexion",
};
