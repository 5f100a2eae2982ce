import type { texts as english } from "./VerifyEmailPage.texts.en.tsx";

export const texts: typeof english = {
  title: "Confirmer votre courriel",
  confirmedTitle: "Courriel confirmé",
  confirmed: "Merci. Votre adresse courriel est confirmée.",
  browseTools: "Voir tous les outils",
  whatFor:
    "Une personne a donné cette adresse pour un compte. Si ce n’était pas vous, fermez cette page et rien ne se passera.",
  confirm: "Oui, confirmer mon courriel",
  logInAndComeBack: "Se connecter et revenir ici",
  incompleteLink: (link) => (
    <>
      Ce lien est incomplet. Veuillez le copier en entier à partir du courriel, ou en demander un
      autre sous {link("Compte et sécurité")}.
    </>
  ),
};
