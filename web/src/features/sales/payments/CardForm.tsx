import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { errorMessage } from "../../../api/error-messages.ts";
import { ApiError } from "../../../api/errors.ts";
import { savedCardsQuery } from "../../../api/saved-cards.ts";
import { Button } from "../../../ui/Button.tsx";
import { FullPrice } from "../../../ui/FullPrice.tsx";
import { texts as problemTexts } from "../card-problem.texts.en.ts";
import { CardProblem, paidBy } from "../card-problem.ts";
import { confirmSavedCard } from "../confirm-payment.ts";
import type { CardChoice } from "../use-place-purchase.ts";
import { FrameNote, type FrameState } from "./CardFrame.tsx";
import { CardInput } from "./CardInput.tsx";
import { texts } from "./card.texts.en.tsx";
import { useCardChoice } from "./card-choice.ts";
import { PayerCard } from "./PayerCard.tsx";
import { useCard } from "./use-card.ts";

/** What one payment pays: an order, or a purchase of several. */
export interface Payable {
  number: number;
  /** Dollars. */
  total: number;
  customerName: string;
  customerEmail: string;
  /** Until when its tools are held. Without it they are held until it is paid. */
  heldUntil?: string;
}

interface CardFormProps {
  payable: Payable;
  clientSecret: string | undefined;
  /** Asks for the client secret of a payment with this card. Without it no cards are saved. */
  askSecret?: ((card: CardChoice) => Promise<string>) | undefined;
  /** Where the bank's own page leads back to. */
  returnPath: string;
  onPaid: (transactionId: string) => void;
  /** The payment was cancelled. Reads the order again, and resolves to whether it has a new payment. */
  onCanceled: () => Promise<boolean>;
}

export function CardForm({
  payable,
  clientSecret,
  askSecret,
  returnPath,
  onPaid,
  onCanceled,
}: CardFormProps) {
  const queryClient = useQueryClient();
  const card = useCard();
  const saved = useCardChoice(!askSecret);
  const { savedCard, saveCard } = saved.choice;
  // The payment has the card of the choice before, so the shop takes that one back.
  const hasAsked = useRef(false);
  const { stripe } = card;
  const [error, setError] = useState<string>();
  const [paying, setPaying] = useState(false);
  const [frame, setFrame] = useState<FrameState>("loading");
  const ready =
    stripe !== null &&
    clientSecret !== undefined &&
    !saved.isLoading &&
    (savedCard !== undefined || frame === "ready");

  const explain = async (problem: unknown) => {
    if (problem instanceof ApiError) {
      // The order may be paid or deleted meanwhile.
      if (problem.code === "card_not_saved") void queryClient.invalidateQueries(savedCardsQuery);
      else void onCanceled();
      setError(errorMessage(problem));
      return;
    }
    if (!(problem instanceof CardProblem)) throw problem;
    const isNew = problem.isCanceled && (await onCanceled());
    setError(isNew ? problemTexts.restarted : problem.message);
  };

  // The order may have been paid before a reload, without the shop knowing yet.
  const recordEarlierPayment = useEffectEvent((intent: Parameters<typeof paidBy>[0]) => {
    try {
      const id = paidBy(intent);
      if (id) onPaid(id);
    } catch (problem) {
      void explain(problem);
    }
  });
  useEffect(() => {
    if (!stripe || !clientSecret) return;
    let isUnmounted = false;
    stripe.retrievePaymentIntent(clientSecret).then(
      ({ paymentIntent }) => !isUnmounted && recordEarlierPayment(paymentIntent),
      () => {}, // Paying says so when the provider is away.
    );
    return () => {
      isUnmounted = true;
    };
  }, [stripe, clientSecret]);

  const charge = async (known: string) => {
    const typed = savedCard ?? (await card.read(payable));
    hasAsked.current ||= Boolean(savedCard ?? saveCard);
    const secret = askSecret && hasAsked.current ? await askSecret(saved.choice) : known;
    return savedCard && stripe
      ? confirmSavedCard(stripe, savedCard, secret, returnPath)
      : card.charge(secret, typed);
  };

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    // Pressing Enter in the card's iframe submits the form, whatever the state of the button.
    if (paying || !ready) return;
    setPaying(true);
    setError(undefined);
    try {
      onPaid(await charge(clientSecret));
    } catch (problem) {
      await explain(problem);
    } finally {
      setPaying(false);
    }
  };

  return (
    <form className="mt-5" onSubmit={(event) => void pay(event)}>
      <PayerCard
        isGuest={!askSecret}
        card={saved}
        isPaying={paying}
        problem={error}
        onChange={() => setError(undefined)}
      >
        <CardInput error={error} onError={setError} onState={setFrame} />
      </PayerCard>
      <Amount dollars={payable.total} />
      <Button type="submit" className="w-full" busy={paying} disabled={!ready}>
        {paying ? texts.paying : texts.pay}
      </Button>
      <p className="mt-3 text-sm text-quiet">
        <FrameNote isReady={ready} state={frame} />
      </p>
    </form>
  );
}

/** What Pay charges. */
export const Amount = ({ dollars }: { dollars: number }) => (
  <dl className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 border-b-3 border-double border-rule-strong pb-3">
    <dt className="text-quiet">{texts.amount}</dt>
    <dd className="figures font-display text-3xl">
      <FullPrice dollars={dollars} className="text-lg text-quiet" />
    </dd>
  </dl>
);
