import { plural } from "../../../../money.ts";
import type {
  texts as english,
  cardsTexts as englishCards,
  dataTexts as englishData,
  deletionTexts as englishDeletion,
  emailTexts as englishEmail,
  methodsTexts as englishMethods,
  nameTexts as englishName,
  passwordTexts as englishPassword,
  sessionsTexts as englishSessions,
  twoStepTexts as englishTwoStep,
} from "./texts.en.tsx";

export const texts: typeof english = {
  profile: "Profil",
  title: "Compte et sécurité",
  onThisPage: "Sur cette page",
  sections: {
    password: "Mot de passe",
    "two-step-login": "Vérification en deux étapes",
    "where-you-are-logged-in": "Vos sessions ouvertes",
    "new-orders-on-your-phone": "Nouvelles commandes sur votre téléphone",
    name: "Nom",
    "e-mail": "Courriel",
    "ways-to-log-in": "Modes de connexion",
    "saved-cards": "Cartes enregistrées",
    "your-data": "Vos données",
    "delete-my-account": "Supprimer mon compte",
  },
  twoStepIsOff:
    "La vérification en deux étapes est désactivée. Une personne qui a votre mot de passe pourrait gérer la boutique.",
  loading: "Chargement de votre compte",
};

export const nameTexts: typeof englishName = {
  about: "Vos commandes et vos avis déjà enregistrés gardent le nom qu’ils portaient.",
  yourName: "Votre nom",
  change: "Modifier le nom",
  changed: "Votre nom est modifié",
};

export const emailTexts: typeof englishEmail = {
  about:
    "Nous y envoyons les confirmations de commande. Cette adresse sert aussi à récupérer votre compte.",
  confirmed: "Confirmée",
  notConfirmed: "Non confirmée.",
  notConfirmedYet:
    "Pas encore confirmée. Veuillez suivre le lien dans notre courriel. Sinon, nous ne pourrons pas vous aider si vous perdez votre mot de passe.",
  sendAgain: "Renvoyer le courriel",
  sent: "Nous avons envoyé un courriel. Son lien est valide pendant une journée.",
  newEmail: "Nouvelle adresse courriel",
  yourPassword: "Votre mot de passe",
  change: "Modifier l’adresse courriel",
  changeAsked: (email) =>
    `Nous avons envoyé un lien à ${email}. Votre adresse change quand vous l’ouvrez en étant connecté ici. Le lien est valide pendant une heure.`,
  ordersKeepIt:
    "Les commandes déjà passées gardent l’adresse courriel avec laquelle elles ont été passées.",
};

export const dataTexts: typeof englishData = {
  about:
    "Votre profil, vos commandes, vos avis, vos sessions et nos notes\u00a0: tout ce que nous conservons à votre sujet, dans un seul fichier.",
  download: "Télécharger mes données",
};

export const deletionTexts: typeof englishDeletion = {
  about: "C’est définitif\u00a0: même nous ne pourrons pas rétablir votre compte.",
  whatIsDeleted: "Votre profil, vos modes de connexion et vos commandes impayées seront supprimés.",
  ordersStay:
    "Nous conservons les commandes payées sans votre nom, votre adresse ni votre téléphone. Une commande qui n’est pas encore expédiée les garde jusque-là.",
  reviewsStay:
    "Vos avis restent, sous la signature «\u00a0Former customer\u00a0», sauf si vous les supprimez aussi.",
  deleteAccount: "Supprimer mon compte",
  question: "Supprimer votre compte?",
  typeEmail: "Cette action est irréversible. Entrez votre adresse courriel pour confirmer.",
  yourEmail: "Votre adresse courriel",
  typeThis: (email) => `Entrez ${email} pour supprimer ce compte`,
  yourPassword: "Votre mot de passe",
  deleteReviews: "Supprimer aussi mes avis",
  delete: "Supprimer",
  deleted: "Votre compte est supprimé",
};

export const sessionsTexts: typeof englishSessions = {
  about: "Déconnectez tout appareil que vous ne reconnaissez pas, et modifiez votre mot de passe.",
  byPassword: "Avec le courriel et le mot de passe",
  byEmail: "Avec un lien par courriel",
  byPhone: "Par téléphone",
  byProvider: (provider) => `Avec ${provider}`,
  since: (method, date) => (
    <>
      {method}, depuis le {date}
    </>
  ),
  lastSeen: (method, date) => (
    <>
      {method}, dernière activité le {date}
    </>
  ),
  thisOne: "Cet appareil",
  signOut: "Déconnecter",
  signOutDevice: (device) => `Déconnecter ${device}`,
  signedOut: (device) => `La session est fermée\u00a0: ${device}`,
  signOutOthers: "Déconnecter tous les autres appareils",
  othersSignedOut: "Tous les autres appareils sont déconnectés",
  noOthers: "Vous n’avez aucune autre session ouverte.",
  loading: "Chargement de vos sessions ouvertes",
};

export const cardsTexts: typeof englishCards = {
  about:
    "Notre fournisseur de paiement les conserve. La boutique ne voit jamais le numéro d’une carte.",
  noCards:
    "Vous n’avez aucune carte enregistrée. Vous pourrez en enregistrer une à votre prochain paiement.",
  expired: (expiry) => `Expirée en ${expiry}`,
  validUntil: (expiry) => `Valide jusqu’en ${expiry}`,
  remove: "Retirer",
  question: (card) => <>Retirer {card}?</>,
  canSaveAgain: "Vous pourrez enregistrer la carte de nouveau à votre prochain paiement.",
  removed: "La carte est retirée",
  loading: "Chargement de vos cartes enregistrées",
};

export const methodsTexts: typeof englishMethods = {
  about: "Avec plusieurs modes, vous pourrez encore vous connecter si vous en perdez un.",
  emailAndPassword: "Courriel et mot de passe",
  phone: "Téléphone",
  add: "Ajouter",
  addProvider: (provider) => `Ajouter ${provider}`,
  added: (provider) => `${provider} est maintenant un mode de connexion`,
  remove: "Retirer",
  removePhone: "Retirer le téléphone",
  removeProvider: (provider) => `Retirer ${provider}`,
  phoneRemoval: {
    question: "Retirer votre téléphone?",
    effect:
      "Vous ne pourrez plus vous connecter avec votre téléphone. Votre compte reste tel qu’il est.",
    done: "Votre téléphone n’est plus un mode de connexion",
  },
  providerRemoval: (provider) => ({
    question: `Retirer ${provider}?`,
    effect: `Vous ne pourrez plus vous connecter avec ${provider}. Votre compte reste tel qu’il est.`,
    done: `${provider} n’est plus un mode de connexion`,
  }),
};

export const passwordTexts: typeof englishPassword = {
  about: "Sa modification déconnecte tous vos autres appareils.",
  aboutWithout:
    "Vous n’avez pas encore de mot de passe. Il vous permettrait aussi de vous connecter avec votre courriel.",
  tooWeak:
    "Vous travaillez dans cette boutique, mais votre mot de passe est court ou facile à deviner. Choisissez-en un d’au moins 12 caractères pour ouvrir vos pages. Plusieurs mots conviennent bien. Si vous avez des clés d’API, la modification les révoque.",
  current: "Mot de passe actuel",
  new: "Nouveau mot de passe",
  revokeApiKeys: "Révoquer aussi mes clés d’API",
  change: "Modifier le mot de passe",
  changed: "Votre mot de passe est modifié",
  set: "Définir le mot de passe",
  isSet: "Votre mot de passe est défini",
};

export const twoStepTexts: typeof englishTwoStep = {
  about:
    "En plus de votre mot de passe, la connexion demande alors un code d’une application sur votre téléphone.",
  required:
    "Dans cette boutique, propriétaire et personnel utilisent la vérification en deux étapes. Activez-la pour ouvrir vos pages.",
  on: "Activée.",
  codesLeft: (codes) =>
    `Il vous reste ${plural(codes, "code de récupération", "codes de récupération")}.`,
  newCodes: "Nouveaux codes de récupération",
  turnOff: "Désactiver",
  turnOn: "Activer",
  titles: {
    "set up": "Activer la vérification en deux étapes",
    renew: "Nouveaux codes de récupération",
    "turn off": "Désactiver la vérification en deux étapes?",
  },
  appNeeded:
    "Il vous faut une application d’authentification sur votre téléphone. Bien des gestionnaires de mots de passe en sont une aussi.",
  yourPassword: "Votre mot de passe",
  continue: "Continuer",
  isOn: "La vérification en deux étapes est activée",
  scan: (link) => (
    <>Numérisez ceci avec votre application, ou {link("ouvrez l’application sur cet appareil")}.</>
  ),
  qrCode: "Code QR pour votre application",
  typeSecret: "Ou entrez-y ce secret\u00a0:",
  codeOfApp: "Code affiché par l’application",
  isOff: "La vérification en deux étapes est désactivée",
  oldCodesStop: "Vos anciens codes de récupération cesseront de fonctionner.",
  passwordAlone: "Votre mot de passe suffira alors pour vous connecter.",
  passwordAloneForStaff:
    "Votre mot de passe suffira alors pour vous connecter, mais vous ne pourrez pas ouvrir vos pages de la boutique avant de l’activer de nouveau.",
  codeOfAppOrRecovery: "Code de votre application, ou code de récupération",
  makeCodes: "Créer de nouveaux codes",
  keepCodes:
    "Conservez ces codes là où vous pourrez les trouver sans votre téléphone. Chacun permet une seule connexion. Ils ne seront plus affichés.",
  copy: "Copier",
  copied: "Copié",
  codesKept: "Je les ai conservés",
};
