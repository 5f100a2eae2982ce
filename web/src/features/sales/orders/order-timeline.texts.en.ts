export const texts = {
  refunds: {
    due: (amount: string) => `${amount} is on its way to the card provider`,
    done: (amount: string) => `${amount} refunded`,
    refused: (amount: string) => `${amount} refused by the card provider`,
    failed: (amount: string) => `${amount} refunded, and sent back by the customer’s bank`,
    waits: (amount: string) => `${amount} is owed to the customer again`,
  },
  /** A state without a text of its own. */
  otherRefund: (amount: string, state: string) => `${amount} ${state}`,
  creditNote: (number: number) => `Credit note C-${number}`,
  debitNote: (number: number) => `cancelled by debit note D-${number}`,
  /** What the card provider sent, if it is less than was to go back. */
  sentLess: (amount: string) => `The card provider sent ${amount}; the rest had gone back before`,

  emails: {
    queued: (recipient: string) => `Waiting to be sent, to ${recipient}`,
    sent: (recipient: string) => `Sent, to ${recipient}`,
    failed: (recipient: string) => `Could not be delivered, to ${recipient}`,
  },
  otherEmail: (state: string, recipient: string) => `${state}, to ${recipient}`,
  email: (subject: string) => `E-mail: ${subject}`,
  emailsForWeek: "E-mails are listed for a week.",

  // Changes by people.
  paymentRecorded: "Payment recorded",
  refundedInPart: "Refunded in part",
  addressChanged: "Address changed",
  trackingChanged: "Tracking changed",
  notesChanged: "Notes changed",
  enteredBy: (person: string) => `Entered by ${person} for the customer`,
  enteredByDeleted: "Entered by a deleted account for the customer",
  by: (person: string) => `by ${person}`,
  byOther: "by the shop’s server or a deleted account",

  // Steps.
  placed: "Placed",
  paid: "Paid",
  disputed: "Disputed",
  restocked: "Pieces back on sale",
};
