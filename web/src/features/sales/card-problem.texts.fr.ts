import type { texts as english } from "./card-problem.texts.en.ts";

export const texts: typeof english = {
  notAccepted: "La carte n’a pas été acceptée. Veuillez en essayer une autre.",
  restarted:
    "Ce paiement a été arrêté et rien n’a été débité. Veuillez vérifier le montant. Pour réessayer, appuyez sur «\u00a0Payer\u00a0».",
  incomplete: "Le paiement n’est pas encore terminé. Veuillez réessayer.",
  canceled:
    "Cette commande ne peut pas être payée pour le moment. Veuillez réessayer dans quelques minutes.",
  processing:
    "Votre banque traite encore ce paiement. Veuillez ne pas payer de nouveau, et consultez «\u00a0Mes commandes\u00a0» plus tard.",
  away: "Le fournisseur de paiement ne répond pas. Veuillez réessayer dans une minute.",
  formIsLoading: "Le formulaire de carte est en cours de chargement. Veuillez réessayer.",
};
