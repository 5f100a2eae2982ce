import { ApiError, loadErrorMessage } from "./errors.ts";

// By the codes of docs/contract.md: what happened, and what to do about it.
const SENTENCES: Record<string, string> = {
  bad_credentials: "E-mail or password is not right. Please try again.",
  email_taken: "There is already an account with this e-mail. Please log in instead.",
  forbidden: "Your account may not do this.",
  wrong_email: "This belongs to another account.",
  not_found: "We could not find this. It may have been deleted meanwhile.",
  price_changed:
    "The price has changed since you opened this page. Please look at the new total and purchase again.",
  not_enough_stock:
    "Somebody was quicker: there is less in stock than you ordered. Please choose a smaller quantity.",
  name_taken: "Another tool has this name. Give this one a name of its own.",
  total_out_of_range: "An order must come to between $0.50 and $999,999.99.",
  tool_gone: "This tool is no longer for sale.",
  too_many_unpaid_orders:
    "You have many unpaid orders. Please pay or delete one in My Orders first.",
  already_paid: "This order has been paid, so it can no longer be deleted.",
  refunded:
    "The money of this order goes back, so it can be neither paid again nor deleted. Its row shows how far it is.",
  not_shippable: "This order cannot be shipped: it is not paid, or it has been shipped already.",
  below_minimum: "Ordered Quantity is less than minimum quantity",
  payment_under_way: "A payment for this order is being worked on. Please look again in a moment.",
  payment_refused:
    "The card provider takes no payment for this order. Your order is kept; please contact us.",
  payment_off: "The shop takes no card payments at the moment. Your order is kept.",
  payment_mismatch:
    "This payment does not belong to this order. Please contact us before paying again.",
  payment_not_succeeded:
    "The card provider has not confirmed this payment yet. Please try again in a moment.",
  provider_unavailable: "The card provider does not answer. Please try again in a minute.",
  no_payable_order:
    "There is no unpaid order with this total any more. Please go back to My Orders.",
  too_many_intents: "Too many payments were started. Please wait some minutes.",
  idempotency_running: "Your order is being placed. Please look into My Orders in a moment.",
  email_not_verified:
    "This e-mail has not been confirmed yet: its owner has to follow the link in the mail first.",
  too_many_reviews:
    "You have sent many reviews in the last hour. Please come back later; what you wrote stays here.",
  request_timeout: "This took too long. Please try again in a moment.",
  outcome_unknown:
    "The connection broke at the last moment. Please look whether it was done before you try again.",
  link_ended:
    "This link was used before, is too old, or a newer one was sent. Ask for another one.",
  busy: "The shop is very busy. Please try again in a moment.",
};

/** What to say when something was not done. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return loadErrorMessage(error);
  return (
    SENTENCES[error.code] || error.fields[0]?.detail || patience(error) || loadErrorMessage(error)
  );
}

/** The server's own words where it asks for patience: they say how long. */
const patience = ({ status, message }: ApiError) => (status === 429 || status === 503) && message;
