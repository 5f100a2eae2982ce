import type { ReactNode } from "react";
import { formatCount } from "../../../money.ts";
import { counted } from "../../../words.en.ts";

export const texts = {
  title: (customer: ReactNode) => <>Refund the order of {customer}?</>,
  orderFor: (order: string, email: ReactNode) => (
    <>
      {order}, for {email}
    </>
  ),
  alreadyRefunded: "This order has already been refunded. The money goes back only once.",
  close: "Close",
  wentBack: (amount: string) => `${amount} went back before.`,
  wentBackOf: (amount: string, total: string) => `${amount} of ${total} went back before.`,

  howMuch: "How much",
  thisTool: "This tool",
  theRest: "The rest",
  allOfIt: "All of it",
  pieces: "Pieces",
  anAmount: "An amount",
  amount: (most: string) => `Amount, less than ${most}`,
  amountHint: "With the taxes, without the delivery.",
  reason: "Reason",
  reasonHint: "The customer reads it in an e-mail.",
  returnedBy: "Returned by",
  note: "Note",
  noteHint: "Only the shop sees it.",

  loadingRest: "Loading what is left",
  piecesLeft: (pieces: number, amount: string) => `${counted.pieces(pieces)} for ${amount} left`,
  piecesOf: (tool: string) => `Pieces of ${tool}`,
  piecesRange: (most: number) => `Please enter 0 to ${counted.pieces(most)}.`,
  delivery: "The delivery",

  restockOne: "Put the piece back on sale",
  restock: (pieces: number) => `Put the ${formatCount(pieces)} pieces back on sale`,
  restockHint: "Leave it off if they cannot be sold again.",
  wereShipped:
    "The pieces were shipped, so they do not go back on sale. If they come back, add them to the available quantity in Manage Tool.",

  enterAmount: (most: string) => `Please enter an amount below ${most}.`,
  piecesLoading: "The pieces are loading. Please press again in a moment.",
  choosePieces: "Please choose the pieces that are refunded.",

  goesBack: "Goes back",
  returnYourself:
    "Return the money yourself: no card paid this order. The shop records the refund and tells the customer.",
  goesToCard: "It goes back to the card that paid.",
  toolNotShipped: "The tool will not be shipped.",
  orderNotShipped: "The order will not be shipped.",
  orderStays: "The order stays as it is.",
  cannotUndo: "This cannot be undone.",

  cancel: "Cancel",
  refunding: "Refunding …",
  calculating: "Calculating …",
  refund: "Refund",
  refundAmount: (amount: string) => `Refund ${amount}`,

  refused: "The card provider refused this refund. Books shows why",
  refunded: (amount: string, customer: string) => `${amount} goes back to ${customer}`,
  wasRefunded: "This order was already refunded. The money goes back only once",
  paymentsDisabled:
    "Card payment is switched off, so the shop cannot refund this order. Nothing was changed.",
  askAgain: (message: string) => `${message} The money goes back once, however often you ask.`,
};
