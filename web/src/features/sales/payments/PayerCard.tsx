import { lazy, type ReactNode, Suspense, useState } from "react";
import { Spinner } from "../../../ui/Spinner.tsx";
import { texts } from "./card.texts.en.tsx";
import type { useCardChoice } from "./card-choice.ts";

/** Most customers have no saved card. */
const SavedCards = lazy(() => import("./SavedCards.tsx"));

interface PayerCardProps {
  isGuest: boolean;
  card: ReturnType<typeof useCardChoice>;
  isPaying: boolean;
  /** Why the saved card did not pay. */
  problem: string | undefined;
  onChange: () => void;
  /** The form of another card. */
  children: ReactNode;
}

/** The card that pays: a saved one, or the form with the offer to save the card. */
export function PayerCard({
  isGuest,
  card,
  isPaying,
  problem,
  onChange,
  children,
}: PayerCardProps) {
  const { cards, choice, choose, isLoading, saves, setSaves } = card;
  const isShown = !isLoading && !choice.savedCard;
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  if (isLoading) return <Spinner label={texts.loadingCards} />;
  return (
    <>
      {cards.length > 0 && (
        <Suspense fallback={<Spinner label={texts.loadingCards} />}>
          <SavedCards
            cards={cards}
            chosen={choice.savedCard}
            isPaying={isPaying}
            problem={problem}
            onChoose={(id) => {
              onChange();
              choose(id);
            }}
          />
        </Suspense>
      )}
      {/* It keeps what was typed while a saved card is chosen. */}
      {wasShown && (
        <div hidden={!isShown}>
          {children}
          {!isGuest && (
            <label className="checkout-keep mt-3">
              <input
                type="checkbox"
                className="mt-1 size-4 shrink-0 accent-primary"
                checked={saves}
                onChange={({ target }) => setSaves(target.checked)}
              />
              <span>
                {texts.saveCard}
                <span className="block text-sm text-quiet">{texts.saveCardHint}</span>
              </span>
            </label>
          )}
        </div>
      )}
    </>
  );
}
