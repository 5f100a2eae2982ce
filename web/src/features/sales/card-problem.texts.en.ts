export const texts = {
  notAccepted: "The card was not accepted. Please try another.",
  restarted:
    "This payment was stopped and you were not charged. Please check the amount. To try again, press Pay.",
  incomplete: "The payment is not complete yet. Please try again.",
  canceled: "This order cannot be paid right now. Please try again in a few minutes.",
  processing:
    "Your bank is still working on this payment. Please do not pay again, and check My Orders later.",
  away: "The card provider is not responding. Please try again in a minute.",
  formIsLoading: "The card form is loading. Please try again.",
};
