import type { texts as english } from "./receipt.texts.en.tsx";

export const texts: typeof english = {
  title: "Reçu",
  titleOfSeveral: "Reçus",
  notPaid: "Cette commande n’est pas encore payée. Son reçu s’affiche ici une fois qu’elle l’est.",
  paid: (how) => `Payée${how}`,
  paidOn: (how, date) => (
    <>
      Payée{how} le {date}
    </>
  ),
  refundedOn: (amount, date) => (
    <>
      Remboursement de {amount} le {date}
    </>
  ),
  refundedSince: (amount, date) => (
    <>
      Remboursement de {amount} en cours depuis le {date}
    </>
  ),
};
