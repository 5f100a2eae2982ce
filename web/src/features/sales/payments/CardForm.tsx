import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { FullPrice } from "../../../ui/FullPrice.tsx";
import { CardProblem, paidBy, RESTARTED } from "../card-problem.ts";
import { FrameNote, type FrameState } from "./CardFrame.tsx";
import { CardInput } from "./CardInput.tsx";
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
  onPaid: (transactionId: string) => void;
  /** The payment was cancelled. Reads the order again, and resolves to whether it has a new payment. */
  onCanceled: () => Promise<boolean>;
}

export function CardForm({ payable, clientSecret, onPaid, onCanceled }: CardFormProps) {
  const card = useCard();
  const { stripe } = card;
  const [error, setError] = useState<string>();
  const [paying, setPaying] = useState(false);
  const [frame, setFrame] = useState<FrameState>("loading");
  const ready = stripe !== null && clientSecret !== undefined && frame === "ready";

  const explain = async (problem: unknown) => {
    if (!(problem instanceof CardProblem)) throw problem;
    const isNew = problem.isCanceled && (await onCanceled());
    setError(isNew ? RESTARTED : problem.message);
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

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    // Pressing Enter in the card's iframe submits the form, whatever the state of the button.
    if (paying || !ready) return;
    setPaying(true);
    setError(undefined);
    try {
      onPaid(await card.charge(clientSecret, await card.read(payable)));
    } catch (problem) {
      await explain(problem);
    } finally {
      setPaying(false);
    }
  };

  return (
    <form className="mt-5" onSubmit={(event) => void pay(event)}>
      <CardInput error={error} onError={setError} onState={setFrame} />
      <Amount dollars={payable.total} />
      <Button type="submit" className="w-full" busy={paying} disabled={!ready}>
        {paying ? "Paying …" : "Pay"}
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
    <dt className="text-quiet">Amount</dt>
    <dd className="figures font-display text-3xl">
      <FullPrice dollars={dollars} className="text-lg text-quiet" />
    </dd>
  </dl>
);
