import { texts as sumTexts } from "../sum.texts.fr.ts";
import type { texts as english } from "./credit-note.texts.en.tsx";

export const texts: typeof english = {
  title: "Note de crédit",
  notFound: "Note de crédit introuvable",
  notFoundHint: "Elle n’existe pas, ou elle appartient à un autre compte.",
  loading: "Chargement de la note de crédit",
  to: "À",
  forInvoice: (link, invoice, date) => (
    <>
      Pour {link(`la facture ${invoice}`)} du {date}
    </>
  ),
  returned: "Remboursé",
  amount: "Montant",
  withoutTaxes: "Sans les taxes",
  taxNumber: sumTexts.taxNumber,
  total: "Total remboursé",
  reason: (reason) => `Raison\u00a0: ${reason}`,
  cancelled: (debitNote, date) => (
    <>
      Annulée par la note de débit {debitNote} le {date}
      {"\u00a0"}: la banque a renvoyé l’argent.
    </>
  ),
  returnedBefore: (amount) => `Déjà remboursé auparavant\u00a0: ${amount}.`,
  toCard: " sur la carte qui a servi au paiement",
  returnedOn: (how, date) => (
    <>
      Remboursé le {date}
      {how}.
    </>
  ),
};
