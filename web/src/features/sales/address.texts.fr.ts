import type { texts as english } from "./address.texts.en.ts";

export const texts: typeof english = {
  name: "Nom",
  nameNeeded: "Veuillez entrer un nom.",
  company: "Entreprise (facultatif)",
  addCompany: "Ajouter une entreprise",
  street: "Numéro et rue",
  streetNeeded: "Veuillez entrer le numéro et la rue.",
  unit: "App. ou bureau (facultatif)",
  unitMissing: "Le numéro de l’appartement ou du bureau semble manquer. Veuillez l’ajouter.",
  city: "Ville",
  cityNeeded: "Veuillez entrer la ville.",
  postalCode: "Code postal",
  postalCodeNeeded: "Veuillez entrer le code postal.",
  province: "Province ou territoire",
  provinceNeeded: "Veuillez choisir une province ou un territoire.",
  chooseProvince: "Veuillez choisir",
  phone: "Téléphone (facultatif)",
  changeTo: (province) => `Choisir «\u00a0${province}\u00a0»`,
  typePostalCodeAgain: "Entrer le code postal de nouveau",
};
