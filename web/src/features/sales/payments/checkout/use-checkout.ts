import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Basket, Quote } from "../../../../api/basket.ts";
import { type Answer, send } from "../../../../api/client.ts";
import { IdempotentRequest } from "../../../../api/idempotent-request.ts";
import { keepInTab, readFromTab } from "../../../../api/session/tab-storage.ts";
import type { CheckoutValues } from "../../AddressFields.tsx";
import { partsOf } from "../../address.ts";
import { isOfBasket } from "../../line-problems.ts";
import { keepPlace } from "../../place.ts";
import { askPurchaseSecret } from "../queries.ts";
import { CardProblem, useCard } from "../use-card.ts";
import { keepUnpaidLines } from "./unpaid-lines.ts";

const PLACED = "placed purchase";
export const DRAFT = "checkout";
const GUEST_EMAIL = "guest e-mail";

/** Where the link to a purchase without a login goes, as the customer typed it in this tab. */
export const readGuestEmail = () => readFromTab<string>(GUEST_EMAIL);

type Payer = Parameters<ReturnType<typeof useCard>["read"]>[0];

/** The purchase that this tab placed and that waits for its payment. */
export const readPlacedPurchase = () => readFromTab<string>(PLACED);

export interface PlacedNow extends Answer<"POST /checkout"> {
  /** What the customer saw. The basket is empty now. */
  quote: Quote;
}

/**
 * Places the purchase once, and pays it as often as it takes. A lost answer is asked for again with the same key. After a
 * declined card the same purchase is paid.
 */
/** `payer`: the account. Without one, the customer types the e-mail. */
export function useCheckout(payer: Payer | undefined) {
  const queryClient = useQueryClient();
  const card = useCard();
  const request = useRef<IdempotentRequest>(null);
  // The form's submit may run before the page shows what the one before it did.
  const latest = useRef<PlacedNow>(undefined);
  const charged = useRef<string>(undefined);
  const [placed, setPlaced] = useState<PlacedNow>();

  const keep = (next: PlacedNow) => {
    latest.current = next;
    setPlaced(next);
  };

  const place = async (
    quote: Quote,
    basket: Basket,
    { address, saveAddress, email }: CheckoutValues,
  ) => {
    const body = {
      basketRevision: basket.revision,
      digest: quote.digest,
      address: partsOf(address),
      ...(quote.method && { method: quote.method }),
      ...(saveAddress && { saveAddress }),
      ...(!payer && { email: email ?? "" }),
    };
    request.current ??= new IdempotentRequest("checkout request");
    const header = { "Idempotency-Key": request.current.keyFor(body) };
    try {
      keep({ ...(await send("POST /checkout", { header, body })), quote });
      request.current.finish();
    } catch (error) {
      request.current.finish(error);
      if (isOfBasket(error)) void queryClient.invalidateQueries({ queryKey: ["basket"] });
      throw error;
    }
    if (latest.current) {
      keepInTab(PLACED, latest.current.purchaseId);
      keepInTab(GUEST_EMAIL, email);
      keepUnpaidLines(latest.current.purchaseId, basket.lines);
    }
    keepInTab(DRAFT, undefined);
    keepPlace(undefined);
    void queryClient.invalidateQueries({ queryKey: ["basket"] });
    void queryClient.invalidateQueries({ queryKey: ["orders"] });
  };

  const secretOf = async ({ purchaseId, clientSecret }: PlacedNow) =>
    clientSecret ?? (await askPurchaseSecret(purchaseId)).clientSecret;

  /** Resolves to the purchase, and to the payment if a card paid it. */
  const pay = async (
    quote: Quote,
    basket: Basket,
    typed: CheckoutValues,
    byCard: boolean,
  ): Promise<{ purchaseId: string; transactionId: string | undefined }> => {
    // A card that is not typed completely places nothing.
    const cardId =
      byCard && !charged.current ? await card.read(payer ?? typedPayer(typed)) : undefined;
    if (!latest.current) await place(quote, basket, typed);
    const purchase = latest.current;
    if (!purchase) throw new Error("the checkout answered without a purchase");
    const { purchaseId } = purchase;
    try {
      if (cardId !== undefined)
        charged.current = await card.charge(await secretOf(purchase), cardId);
    } catch (problem) {
      // The next attempt asks the shop, which continues the payment or starts another one.
      if (problem instanceof CardProblem) {
        const { clientSecret: _, ...others } = purchase;
        keep(others);
      }
      throw problem;
    }
    return { purchaseId, transactionId: charged.current };
  };

  return { placed, pay, isCardReady: card.stripe !== null };
}

const typedPayer = ({ address, email = "" }: CheckoutValues): Payer => ({
  customerName: address.name,
  customerEmail: email,
});

export const forgetPlacedPurchase = () => keepInTab(PLACED, undefined);
