import type {
  texts as english,
  formTexts as englishForm,
  newCustomerTexts as englishNewCustomer,
} from "./enter-order.texts.en.tsx";

export const texts: typeof english = {
  manageOrders: "Gérer les commandes",
  title: "Saisir une commande",
  intro: "Pour un client au téléphone ou au comptoir. La commande devient celle de ce client.",
  introAndEmail:
    "Pour un client au téléphone ou au comptoir. La commande devient celle de ce client, qui en est avisé par courriel.",
  customer: "Client",
  change: "Modifier",
  changeCustomer: "Modifier le client",
  tool: "Outil",
  tools: "Outils",
  remove: "Retirer",
  removeTool: (tool) => `Retirer\u00a0: ${tool}`,
  orderQuantity: "Quantité commandée",
  quantityOf: (tool) => `Quantité commandée\u00a0: ${tool}`,
  addTool: "Ajouter un outil",
  order: "Commande",
  nameOrEmail: "Nom ou courriel",
  newCustomer: "Nouveau client",
  newAccount: "Nouveau compte",
  notConfirmed: "Pas encore confirmé",
  nameOrNumber: "Nom ou numéro d’article",
  outOfStock: (why) => `En rupture de stock\u00a0: ${why.toLowerCase()}`,

  typeMore: "Entrez au moins deux lettres.",
  noneMatches: "Aucun résultat.",
  chooseOne: "Veuillez choisir\u00a0:",
};

export const newCustomerTexts: typeof englishNewCustomer = {
  getsAccount: "Un compte est créé pour le client.",
  getsAccountByEmail:
    "Un compte est créé pour le client. Notre courriel contient un lien pour choisir un mot de passe.",
  name: "Nom",
  nameRequired: "Le nom est obligatoire",
  email: "Courriel",
  emailHint: "Veuillez faire épeler l’adresse\u00a0: les courriels de la commande y sont envoyés.",
  emailRequired: "L’adresse courriel est obligatoire",
  emailInvalid: "Indiquez une adresse courriel valide",
  use: "Choisir ce client",
  cancel: "Annuler",
};

export const formTexts: typeof englishForm = {
  isEntered: "La commande est saisie. Sa page s’ouvre.",
  checkQuantities: "Veuillez vérifier les quantités.",
  noSum: "Le total n’a pas pu être calculé. Veuillez réessayer, ou vérifier l’adresse.",
  entered: (customer) => `La commande pour ${customer} est saisie`,
  delivery: "Livraison",
  toAddress: "À une adresse",
  pickedUp: "Ramassage à la boutique",
  addPickUp: (link) => (
    <>Pour vendre au comptoir sans adresse, ajoutez un ramassage sous {link("Livraison")}.</>
  ),
  lastOrder: (address) => (
    <>
      La dernière commande a été envoyée à{"\u00a0"}: {address}
    </>
  ),
  payment: "Paiement",
  toBePaid: "À payer",
  paidAlready: "Déjà payée",
  calculating: "Calcul…",
  entering: "Saisie…",
  enter: "Saisir la commande",
  enterPaid: (total) => `Saisir la commande, ${total} payés`,
  sum: "Sommaire",
  homeProvince:
    "La livraison et les taxes dépendent de l’adresse. Ce total est calculé pour la province de la boutique.",
  problemOf: (tool, problem) => `${tool}\u00a0: ${problem}`,
};
