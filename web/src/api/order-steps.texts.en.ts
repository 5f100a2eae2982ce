import type { StepDate, StepText } from "./order-steps.ts";

export const texts = {
  placed: "Placed",
  paid: "Paid",
  afterPayment: "After payment",
  refundNotConfirmed:
    "The card provider has not confirmed the refund yet. The shop tries again automatically",
  piecesBackOnSale: "Pieces back on sale",
  refundedToCustomer: (on: StepDate): StepText => [
    on,
    "; your bank may take 5 to 10 days to show it",
  ],
  bankTakesDays: "Your bank may take 5 to 10 days to show it",
  reservedUntil: (deadline: StepDate): StepText => ["Reserved until ", deadline],
  waitingForPayment: "Waiting for payment",
};
