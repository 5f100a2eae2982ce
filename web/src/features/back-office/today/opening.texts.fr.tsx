import { plural } from "../../../money.ts";
import type {
  texts as english,
  deliveryStep as englishDeliveryStep,
  firstToolStep as englishFirstToolStep,
  laterSteps as englishLaterSteps,
  openStep as englishOpenStep,
  ownerStep as englishOwnerStep,
  paymentStep as englishPaymentStep,
  shopStep as englishShopStep,
  stepTitles as englishStepTitles,
  taxStep as englishTaxStep,
} from "./opening.texts.en.tsx";

export const texts: typeof english = {
  title: "Votre boutique",
  beforeYouOpen: "Avant d’ouvrir",
  progress: (done, all) => `${plural(done, "étape terminée", "étapes terminées")} sur ${all}`,
  later: "Le reste peut suivre plus tard",
  change: "Modifier",
  changeOf: (step) => `Modifier\u00a0: ${step}`,
  doNow: "Faire maintenant",
  doNowOf: (step) => `Faire maintenant\u00a0: ${step}`,
  states: { done: "Fait", todo: "À faire", optional: "Facultatif" },
  save: "Enregistrer et continuer",
  saving: "Enregistrement…",
};

export const stepTitles: typeof englishStepTitles = {
  account: "Votre compte",
  owner: "En faire le compte propriétaire",
  shop: "Nom et adresse",
  taxes: "Taxes",
  delivery: "Livraison",
  payment: "Comment les clients paient",
  firstTool: "Votre premier outil",
  open: "Ouvrir la boutique",
};

export const ownerStep: typeof englishOwnerStep = {
  run: "Sur l’ordinateur qui fait fonctionner la boutique, exécutez cette commande dans un terminal\u00a0:",
  copy: "Copier",
  copyCommand: "Copier la commande",
  copied: "La commande est copiée",
  options: (code) => (
    <>
      Ajoutez {code("--data")} ou {code("--database")} avec la valeur que vous avez donnée à la
      boutique. Son journal l’indique, à {"«\u00a0admin grant\u00a0»"}.
    </>
  ),
  confirmFirst: "Ouvrez d’abord le lien dans le courriel que nous avons envoyé à votre adresse.",
  sessionEnded: "Votre session est terminée.",
  logIn: "Se connecter et continuer",
  goesOn: "Cette page continue d’elle-même une fois la commande exécutée.",
};

export const shopStep: typeof englishShopStep = {
  intro:
    "Les clients les lisent sur vos pages, vos reçus et vos bordereaux d’expédition. Votre boutique est au Canada, et les taxes dépendent de sa province.",
  name: "Nom de la boutique",
  nameMissing: "Veuillez entrer un nom.",
  addressUntilNow: (address) => `Jusqu’à présent, votre adresse est\u00a0: ${address}`,
  postalCodeWrong: "Veuillez entrer un code postal canadien, comme B3J 1A1.",
  email: "Courriel pour les clients (facultatif)",
  phone: "Téléphone pour les clients (facultatif)",
};

export const taxStep: typeof englishTaxStep = {
  question:
    "Votre entreprise est-elle inscrite à la TPS/TVH? La plupart doivent l’être dès que leurs ventes dépassent 30\u00a0000\u00a0$ en quatre trimestres.",
  notRegistered: "Elle n’est pas inscrite",
  addNumber: "Ajouter mon numéro",
  withoutNumber:
    "Sans inscription, votre boutique ne facture aucune taxe. Vous pouvez ajouter votre numéro en tout temps.",
  number: "Numéro de TPS/TVH",
  numberMissing: "Veuillez entrer votre numéro.",
  since: "Inscrite depuis",
  sinceMissing: "Veuillez entrer le premier jour.",
  otherNumbers: (link) => (
    <>
      La boutique connaît les taux de chaque province. Entrez les numéros de TVQ, de TVP et de TVD
      sous {link("Taxes")}.
    </>
  ),
  back: "Retour",
};

export const deliveryStep: typeof englishDeliveryStep = {
  question: "Comment vos outils parviennent-ils à vos clients?",
  onePrice: { title: "Prix unique", text: "Le prix est le même pour chaque colis." },
  freeFrom: {
    title: "Gratuit à partir d’un montant",
    text: "Les commandes plus importantes sont envoyées gratuitement.",
  },
  pickUp: {
    title: "Ramassage seulement",
    text: "Les clients viennent chercher leurs outils. Rien n’est envoyé.",
  },
  price: "Prix d’un colis ($)",
  freeFromTotal: "Gratuit à partir d’un total de ($)",
  other: "Selon le poids, selon la province ou de plusieurs façons?",
  allChoices: "Tous les choix",
};

export const paymentStep: typeof englishPaymentStep = {
  intro:
    "Par virement, par chèque ou en argent comptant\u00a0: les clients lisent votre texte après une commande et dans le courriel de celle-ci. Vous enregistrez le paiement dans la commande.",
  howToPay: "Comment payer",
  howToPayHint:
    "Par exemple\u00a0: virement Interac à pay@example.ca. Ou en argent comptant au ramassage.",
  howToPayMissing: "Veuillez écrire comment les clients paient.",
  cards: "Cartes",
  turnCardsOn:
    "Avec un compte chez Stripe, définissez TROWEL_STRIPE_SECRET_KEY, TROWEL_STRIPE_PUBLISHABLE_KEY et TROWEL_STRIPE_WEBHOOK_SECRET sur le serveur de la boutique, puis redémarrez-le. Cette étape est alors terminée.",
};

export const firstToolStep: typeof englishFirstToolStep = {
  intro:
    "Une photo, un nom, un prix, la quantité que vous avez et la commande minimale. Ou importez tous les outils d’un coup, à partir d’un fichier de Shopify, de WooCommerce ou d’une feuille de calcul.",
  add: "Ajouter le premier outil",
  import: "Importer des outils",
};

export const openStep: typeof englishOpenStep = {
  preview: "Votre page d’accueil sur un téléphone",
  intro:
    "Voici ce qu’un visiteur voit sur un téléphone. Une fois la boutique ouverte, cette liste disparaît et votre tableau de bord commence par ce qui vous attend aujourd’hui.",
  open: "Ouvrir la boutique",
  opened: "Votre boutique est ouverte",
};

export const laterSteps: typeof englishLaterSteps = {
  payment: {
    title: "Paiement",
    text: "Indiquez comment les clients paient.",
    link: "Comment payer",
  },
  firstTool: { title: "Premier outil", text: "Rien n’est en vente.", link: "Ajouter un outil" },
  email: {
    title: "Courriel",
    text: "Les clients ne reçoivent aucune confirmation et ne peuvent pas réinitialiser un mot de passe. Définissez TROWEL_SMTP_URL et TROWEL_MAIL_FROM sur le serveur de la boutique.",
  },
  backup: {
    title: "Sauvegarde",
    text: "Il n’y a aucune sauvegarde récente. Définissez TROWEL_BACKUP_DIR sur le serveur de la boutique pour en avoir une chaque nuit, ou exécutez-y «\u00a0trowel backup\u00a0».",
  },
  legalTexts: {
    title: "Confidentialité, conditions et retours",
    text: "Ces textes sont des brouillons. Lisez-les, adaptez-les et enregistrez-les.",
    link: "Pages juridiques",
  },
  phone: {
    title: "Téléphone",
    text: "Les clients ne voient aucun numéro de téléphone.",
    link: "Téléphone",
  },
  logo: {
    title: "Logo",
    text: "Sans logo, le nom de votre boutique figure dans l’en-tête.",
    link: "Apparence",
  },
};
