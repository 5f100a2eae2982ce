import type { Answer } from "./client.ts";
import { privateQuery } from "./query.ts";
import { texts } from "./saved-cards.texts.en.ts";

export type SavedCard = Answer<"GET /saved-cards">[number];

/** The cards that the card provider keeps for the account. */
export const savedCardsQuery = privateQuery(
  ["saved-cards"],
  "/saved-cards",
  {},
  { staleTime: 5_000 },
);

const BRANDS: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  link: "Link",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

export const brandName = ({ brand }: Pick<SavedCard, "brand">) => BRANDS[brand] ?? texts.card;

/** 05/2027. Link has no expiry. */
export const expiryText = ({ expMonth, expYear }: SavedCard) =>
  expMonth && expYear ? `${String(expMonth).padStart(2, "0")}/${expYear}` : undefined;

/** A card is valid until its month ends. */
export const isExpired = ({ expMonth, expYear }: SavedCard, now = new Date()) =>
  expMonth !== undefined &&
  expYear !== undefined &&
  new Date(expYear, expMonth).getTime() <= now.getTime();
