import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Basket, Quote } from "../../api/basket.ts";
import { type Answer, send } from "../../api/client.ts";
import { isTransient } from "../../api/errors.ts";
import { IdempotentRequest, type Unanswered } from "../../api/idempotent-request.ts";
import { keepPlace } from "../../api/place.ts";
import {
  keepInBrowser,
  keepInTab,
  readFromBrowser,
  readFromTab,
  STAYS,
} from "../../api/session/tab-storage.ts";
import { boughtPath } from "../../page-paths.ts";
import type { partsOf } from "./address.ts";
import { isOfBasket } from "./line-problems.ts";

const PLACED = "placed purchase";
const GUEST_EMAIL = "guest e-mail";

/** Where the link to a purchase without a login goes, as the customer typed it in this tab. */
export const readGuestEmail = () => readFromTab<string>(GUEST_EMAIL);

/** The address that is typed at the checkout. */
export const DRAFT = `${STAYS}checkout`;

/** The purchase that this tab placed and that waits for its payment. */
export const readPlacedPurchase = () => readFromTab<string>(PLACED);

export const forgetPlacedPurchase = () => keepInTab(PLACED, undefined);

export type Placed = Answer<"POST /checkout">;

/** What the customer pays with. Nothing is set for a typed card that is not saved. */
export interface CardChoice {
  /** The id of a saved card. */
  savedCard?: string;
  /** The customer agrees that the card provider saves the typed card. */
  saveCard?: true;
}

interface Delivery {
  address: ReturnType<typeof partsOf>;
  saveAddress?: boolean;
  /** The customer pays where the goods are fetched. */
  payAtPickUp?: boolean;
  /** The e-mail address of a customer without an account. */
  email?: string;
}

type Body = Parameters<typeof send<"POST /checkout">>[1]["body"];

const newRequest = () => new IdempotentRequest("checkout request");

/** Whether the outcome of a purchase of this tab is unknown. */
export const hasUnansweredPurchase = () => newRequest().unanswered !== undefined;

const LATEST = "latest purchase";
/** The browser of a guest has the purchase for as long. */
const LATEST_KEPT_FOR = 24 * 60 * 60 * 1_000;

/** The page of what this browser bought last, for its other tabs. */
export function latestPurchasePath() {
  const latest = readFromBrowser<{ path: string; at: number }>(LATEST);
  return latest && Date.now() - latest.at < LATEST_KEPT_FOR ? latest.path : undefined;
}

function keepPlacedPurchase({ purchaseId }: Placed, email: string | undefined) {
  const isGuest = email !== undefined;
  keepInTab(PLACED, purchaseId);
  keepInTab(GUEST_EMAIL, email);
  keepInBrowser(LATEST, { path: boughtPath(purchaseId, isGuest), at: Date.now() });
}

/**
 * Asks again for a lost answer. The purchase emptied the basket, so the request can buy nothing
 * else. The result is undefined if the request placed nothing.
 */
async function askAgain({ key, body }: Unanswered) {
  const sent = JSON.parse(body) as Body;
  try {
    const placed = await send("POST /checkout", { header: { "Idempotency-Key": key }, body: sent });
    keepPlacedPurchase(placed, sent.email ?? undefined);
    return placed;
  } catch (error) {
    if (isTransient(error)) throw error;
    return undefined;
  }
}

/** The purchase of an answer that was lost before this page was loaded. Asks nothing if none was. */
export async function findLostPurchase() {
  const request = newRequest();
  const placed = request.unanswered && (await askAgain(request.unanswered));
  request.finish();
  return placed;
}

/** Buys the basket as it was quoted, once. A lost answer is asked for again with the same key. */
export function usePlacePurchase() {
  const queryClient = useQueryClient();
  const request = useRef<IdempotentRequest>(null);
  const place = async (
    quote: Pick<Quote, "digest" | "method">,
    { revision }: Pick<Basket, "revision">,
    { address, saveAddress, payAtPickUp, email }: Delivery,
  ): Promise<Placed> => {
    const body = {
      basketRevision: revision,
      digest: quote.digest,
      address,
      ...(quote.method && { method: quote.method }),
      ...(saveAddress && { saveAddress }),
      ...(payAtPickUp && { payAtPickUp }),
      ...(email !== undefined && { email }),
    };
    request.current ??= newRequest();
    const lost = request.current.unanswered;
    const header = { "Idempotency-Key": request.current.keyFor(body) };
    let placed: Placed;
    try {
      placed = await send("POST /checkout", { header, body });
      request.current.finish();
      keepPlacedPurchase(placed, email);
    } catch (error) {
      request.current.finish(error);
      if (isOfBasket(error)) void queryClient.invalidateQueries({ queryKey: ["basket"] });
      const earlier = lost && isOfBasket(error) ? await askAgain(lost) : undefined;
      if (!earlier) throw error;
      placed = earlier;
    }
    keepInTab(DRAFT, undefined);
    keepPlace(undefined);
    void queryClient.invalidateQueries({ queryKey: ["basket"] });
    void queryClient.invalidateQueries({ queryKey: ["orders"] });
    return placed;
  };
  return place;
}

/**
 * The client secret of a purchase's payment. Repeated calls return the same one. The server refuses another total than
 * the customer sees.
 */
export const askPurchaseSecret = (id: string, total: number, card: CardChoice = {}) =>
  send("POST /purchases/{id}/payment", { path: { id }, body: { total, ...card } });

export const secretOf = async ({ purchaseId, clientSecret, total }: Placed) =>
  clientSecret ?? (await askPurchaseSecret(purchaseId, total)).clientSecret;
