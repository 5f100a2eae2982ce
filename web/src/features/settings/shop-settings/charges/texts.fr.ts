import type * as english from "./texts.en.ts";

export const rowButtons: typeof english.rowButtons = {
  up: "Monter",
  upOf: (name) => `Monter\u00a0: ${name}`,
  down: "Descendre",
  downOf: (name) => `Descendre\u00a0: ${name}`,
  remove: "Retirer",
  removeOf: (name) => `Retirer\u00a0: ${name}`,
};

export const delivery: typeof english.delivery = {
  hint: "Nous présélectionnons le premier mode de cette liste qui convient. Un ramassage seulement si aucun autre ne convient.",
  emptyHint: "Sans mode de livraison, la boutique ne facture pas la livraison.",
  unnamed: (number) => `Mode ${number}`,
  change: "Modifier",
  changeOf: (name) => `Modifier\u00a0: ${name}`,
  close: "Fermer",
  closeOf: (name) => `Fermer\u00a0: ${name}`,
  add: "Ajouter un mode",
};

export const method: typeof english.method = {
  name: "Nom",
  nameHint: "Les clients voient ce nom.",
  isPickUp: "Les clients ramassent la marchandise",
  isPickUpHint: "La vente est taxée là où se trouve la boutique.",
  priceKind: "Prix",
  provinces: "Provinces",
  allProvinces: "Aucune choisie\u00a0: tout le Canada.",
  areas: "Codes postaux qui commencent par",
  areasHint:
    "Pour la livraison locale, séparés par des espaces\u00a0: J8X J8Y J9A. Vide\u00a0: tous les codes postaux.",
  daysFrom: "Jours, de",
  readyFrom: "Disponible après (jours), de",
  daysTo: "à",
  daysFromName: "Jours, de",
  daysToName: "Jours, à",
  note: "Note aux clients (facultatif)",
  noteHint: "Par exemple «\u00a0Postes Canada, avec suivi\u00a0».",
  pickUpNoteHint: "Par exemple votre adresse et vos heures d’ouverture.",
};

export const steps: typeof english.steps = {
  fromTotal: "À partir d’un total de",
  fromTotalOf: (step) => `À partir d’un total de, palier ${step}`,
  upToKilograms: "Jusqu’à (kg)",
  upToKilogramsOf: (step) => `Jusqu’à (kg), palier ${step}`,
  price: "Prix",
  priceOf: (step) => `Prix, palier ${step}`,
  remove: "Retirer",
  removeOf: (step) => `Retirer le palier ${step}`,
  add: "Ajouter un palier",
  needsWeights:
    "Chaque outil doit avoir son poids. La marchandise plus lourde et les outils sans poids ne conviennent pas.",
};

export const registrations: typeof english.registrations = {
  hint: "La boutique facture les taxes auxquelles votre entreprise est inscrite le jour de la vente, et imprime le numéro.",
  emptyHint:
    "Pas d’inscription à la TPS/TVH? Laissez vide\u00a0: votre boutique ne facture aucune taxe.",
  add: "Ajouter une inscription",
  row: (row) => `inscription ${row}`,
  tax: "Taxe",
  taxOf: (row) => `Inscription ${row}\u00a0: taxe`,
  number: "Numéro",
  numberOf: (row) => `Inscription ${row}\u00a0: numéro`,
  from: "Premier jour",
  fromOf: (row) => `Inscription ${row}\u00a0: premier jour`,
  until: "Fin (facultatif)",
  untilOf: (row) => `Inscription ${row}\u00a0: date de fin (facultatif)`,
};

export const rates: typeof english.rates = {
  hint: "Quand un budget modifie un taux avant que votre boutique le connaisse, entrez-le ici. Il s’applique à partir de son premier jour.",
  add: "Ajouter un taux",
  row: (row) => `taux ${row}`,
  province: "Province",
  provinceOf: (row) => `Taux ${row}\u00a0: province`,
  tax: "Taxe",
  taxOf: (row) => `Taux ${row}\u00a0: taxe`,
  percent: "Pourcentage",
  percentOf: (row) => `Taux ${row}\u00a0: pourcentage`,
  from: "Premier jour",
  fromOf: (row) => `Taux ${row}\u00a0: premier jour`,
  reason: "Pourquoi",
  reasonOf: (row) => `Taux ${row}\u00a0: pourquoi`,
  reasonExample: "Budget de la Nouvelle-Écosse de 2027",
};

export const deliveryTax: typeof english.deliveryTax = {
  hint: "La TPS, la TVH et la TVQ s’appliquent toujours à la livraison. Pour les autres, consultez votre comptable.",
  taxTo: (tax, place) => `${tax} sur la livraison ${place}`,
};

export const missing: typeof english.missing = {
  firstDay: "Veuillez entrer le premier jour.",
  rate: "Veuillez entrer le taux en pourcentage.",
};
