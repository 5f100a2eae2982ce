import type { texts as english } from "./CompleteProfilePage.texts.en.tsx";

export const texts: typeof english = {
  title: "Compléter votre compte",
  loginUnknown: "Nous n’avons pas pu déterminer si votre session est ouverte. Veuillez réessayer.",
  sentTo: (email) => (
    <>
      Nous avons envoyé un courriel qui contient un lien à l’adresse {email}. Ouvrez-le dans ce
      navigateur pour compléter votre compte. Le lien sert une seule fois, pendant une heure.
    </>
  ),
  nothingThere: (link) => (
    <>Rien après quelques minutes? Vérifiez votre dossier de pourriels, ou {link("réessayez")}.</>
  ),
  whyEmail:
    "Votre session est ouverte. Il nous faut seulement votre adresse courriel, pour vos commandes et pour récupérer votre compte.",
  name: "Nom",
  email: "Courriel",
  emailHint: "Si cette adresse courriel a déjà un compte, ce mode de connexion y sera ajouté.",
  sendLink: "M’envoyer un lien",
  confirms: "Ceci confirme que l’adresse courriel est la vôtre.",
  finish: "Terminer",
  logInAndComeBack: "Se connecter et revenir ici",
  requestAnotherLink: "Demander un autre lien",
};
