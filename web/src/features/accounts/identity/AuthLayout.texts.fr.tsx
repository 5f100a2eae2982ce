import type {
  texts as english,
  codeTexts as englishCodeTexts,
  phoneTexts as englishPhoneTexts,
} from "./AuthLayout.texts.en.tsx";

export const texts: typeof english = {
  signingIn: "Connexion",
  or: "ou",
  continueWith: (provider) => `Continuer avec ${provider}`,
  continueWithPhone: "Continuer avec un téléphone",
  showCharacters: "Afficher les caractères",
  signedInAs: (account) => <>Session ouverte au nom de {account}.</>,
  signedInAsOther: {
    admin: (account) => (
      <>
        Session ouverte au nom de {account}; cette page est réservée aux administrateurs de la
        boutique.
      </>
    ),
    staff: (account) => (
      <>Session ouverte au nom de {account}; cette page est réservée au personnel de la boutique.</>
    ),
    customer: (account) => (
      <>Session ouverte au nom de {account}; cette page est réservée aux clients.</>
    ),
  },
  reason: {
    login: (purpose) => `Connectez-vous pour ${purpose}`,
    signup: (purpose) => `Créez un compte pour ${purpose}`,
  },
  purchase: (tool) => `acheter ${tool}`,
  purchaseThisTool: "acheter cet outil",
};

export const phoneTexts: typeof englishPhoneTexts = {
  country: "Pays",
  phoneNumber: "Numéro de téléphone",
  sendCode: "M’envoyer un code",
  oneMessage: "Nous envoyons un seul texto, qui contient un code.",
  useEmail: "Utiliser plutôt le courriel et le mot de passe",
  verify: "Vérifier et continuer",
  otherNumber: "Utiliser un autre numéro",
};

export const codeTexts: typeof englishCodeTexts = {
  sentTo: (phone) => <>Nous avons envoyé un code de six chiffres au {phone}.</>,
  code: "Code",
  anotherIn: (time) => `Un autre code dans ${time}`,
  sendAnother: "Envoyer un autre code",
  validFor: (time) => `Il est valide pendant encore ${time}.`,
  expiredSendAnother: "Ce code est expiré. Envoyez-en un autre.",
  expired: "Le code est expiré.",
  oneMinuteLeft: "Le code est valide pendant encore une minute.",
  canRequestAnother: "Vous pouvez maintenant demander un autre code.",
};
