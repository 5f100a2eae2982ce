import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Basket, Quote } from "../../api/basket.ts";
import { type Answer, send } from "../../api/client.ts";
import { IdempotentRequest } from "../../api/idempotent-request.ts";
import { keepInTab, readFromTab } from "../../api/session/tab-storage.ts";
import type { partsOf } from "./address.ts";
import { isOfBasket } from "./line-problems.ts";
import { keepPlace } from "./place.ts";
import { keepUnpaidLines } from "./unpaid-lines.ts";

const PLACED = "placed purchase";
const GUEST_EMAIL = "guest e-mail";

/** Where the link to a purchase without a login goes, as the customer typed it in this tab. */
export const readGuestEmail = () => readFromTab<string>(GUEST_EMAIL);

/** The address that is typed at the checkout. */
export const DRAFT = "checkout";

/** The purchase that this tab placed and that waits for its payment. */
export const readPlacedPurchase = () => readFromTab<string>(PLACED);

export const forgetPlacedPurchase = () => keepInTab(PLACED, undefined);

export type Placed = Answer<"POST /checkout">;

interface Delivery {
  address: ReturnType<typeof partsOf>;
  saveAddress?: boolean;
  /** The customer pays where the goods are fetched. */
  payAtPickUp?: boolean;
  /** Of a customer without an account. */
  email?: string;
}

/** Buys the basket as it was quoted, once. A lost answer is asked for again with the same key. */
export function usePlacePurchase() {
  const queryClient = useQueryClient();
  const request = useRef<IdempotentRequest>(null);
  const place = async (
    quote: Pick<Quote, "digest" | "method">,
    { revision, lines }: Pick<Basket, "revision" | "lines">,
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
    request.current ??= new IdempotentRequest("checkout request");
    const header = { "Idempotency-Key": request.current.keyFor(body) };
    let placed: Placed;
    try {
      placed = await send("POST /checkout", { header, body });
      request.current.finish();
    } catch (error) {
      request.current.finish(error);
      if (isOfBasket(error)) void queryClient.invalidateQueries({ queryKey: ["basket"] });
      throw error;
    }
    keepInTab(PLACED, placed.purchaseId);
    keepInTab(GUEST_EMAIL, email);
    keepUnpaidLines(placed.purchaseId, lines);
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
export const askPurchaseSecret = (id: string, total: number) =>
  send("POST /purchases/{id}/payment", { path: { id }, body: { total } });

export const secretOf = async ({ purchaseId, clientSecret, total }: Placed) =>
  clientSecret ?? (await askPurchaseSecret(purchaseId, total)).clientSecret;
