import { useElements, useStripe } from "@stripe/react-stripe-js";
import { useRef, useState } from "react";
import type { Basket, Quote } from "../../../../api/basket.ts";
import { toCents } from "../../../../money.ts";
import { boughtPath } from "../../../../page-paths.ts";
import type { CheckoutValues } from "../../AddressFields.tsx";
import { partsOf } from "../../address.ts";
import { texts } from "../../card-problem.texts.en.ts";
import { CardProblem } from "../../card-problem.ts";
import { confirmPayment, confirmSavedCard, submitElements } from "../../confirm-payment.ts";
import {
  askPurchaseSecret,
  type CardChoice,
  type Placed,
  secretOf,
  usePlacePurchase,
} from "../../use-place-purchase.ts";

export interface PlacedNow extends Placed {
  /** What the customer saw. The basket is empty now. */
  quote: Quote;
}

/**
 * Places the purchase once, and pays it as often as it takes. After a declined card the same
 * purchase is paid. `isGuest` says that the customer types the e-mail, because there is no account.
 */
export function useCheckout(isGuest: boolean) {
  const stripe = useStripe();
  const elements = useElements();
  const place = usePlacePurchase();
  // The form's submit may run before the page shows what the one before it did.
  const latest = useRef<PlacedNow>(undefined);
  const charged = useRef<string>(undefined);
  const [placed, setPlaced] = useState<PlacedNow>();

  const keep = (next: PlacedNow) => {
    latest.current = next;
    setPlaced(next);
  };

  const charge = async (purchase: PlacedNow, card: CardChoice) => {
    if (!stripe || !elements) throw new CardProblem(texts.away);
    const path = boughtPath(purchase.purchaseId, isGuest);
    const { savedCard, saveCard } = card;
    if (!savedCard && !saveCard)
      return confirmPayment(stripe, elements, await secretOf(purchase), path);
    // A later attempt with another choice asks the shop, which takes this one back.
    const { clientSecret: _, ...others } = purchase;
    keep(others);
    const { clientSecret } = await askPurchaseSecret(others.purchaseId, others.total, card);
    return savedCard
      ? confirmSavedCard(stripe, savedCard, clientSecret, path)
      : confirmPayment(stripe, elements, clientSecret, path);
  };

  /** Resolves to the purchase, and to the payment if a card paid it. */
  const pay = async (
    quote: Quote,
    basket: Basket,
    { address, saveAddress, email }: CheckoutValues,
    by: "card" | "shop" | "other",
    card: CardChoice,
  ): Promise<{ purchaseId: string; transactionId: string | undefined }> => {
    const byCard = by === "card";
    // A card that is not typed completely places nothing.
    if (byCard && !charged.current && !card.savedCard) {
      if (!elements) throw new CardProblem(texts.formIsLoading);
      const setupFutureUsage = card.saveCard ? "on_session" : null;
      await elements.update({ amount: toCents(quote.total), setupFutureUsage });
      await submitElements(elements);
    }
    if (!latest.current) {
      const delivery = {
        address: partsOf(address),
        saveAddress,
        payAtPickUp: by === "shop",
        ...(isGuest && { email: email ?? "" }),
      };
      keep({ ...(await place(quote, basket, delivery)), quote });
    }
    const purchase = latest.current;
    if (!purchase) throw new Error("the checkout answered without a purchase");
    const { purchaseId } = purchase;
    try {
      if (byCard) charged.current ??= await charge(purchase, card);
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
  return { placed, pay, isLoaded: stripe !== null };
}
