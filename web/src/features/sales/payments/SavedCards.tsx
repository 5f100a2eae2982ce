import { brandName, expiryText, isExpired, type SavedCard } from "../../../api/saved-cards.ts";
import { SavedCardName } from "../../../ui/SavedCardName.tsx";
import { texts } from "./card.texts.en.tsx";

interface SavedCardsProps {
  cards: SavedCard[];
  /** The id of the card that pays. Without one the customer types another card. */
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
  /** A payment is under way. */
  isPaying: boolean;
  /** Why the chosen card did not pay. */
  problem: string | undefined;
}

/** The saved cards of the account, and another card. */
export default function SavedCards({
  cards,
  chosen,
  onChoose,
  isPaying,
  problem,
}: SavedCardsProps) {
  return (
    <fieldset disabled={isPaying} className="saved-cards">
      <legend className="sr-only">{texts.whichCard}</legend>
      {cards.map((card) => {
        const expired = isExpired(card);
        const isChosen = card.id === chosen;
        return (
          <div key={card.id} className="saved-card">
            <label>
              <input
                type="radio"
                name="saved-card"
                className="size-4 shrink-0 accent-primary"
                disabled={expired}
                checked={isChosen}
                onChange={() => onChoose(card.id)}
              />
              <span className="grow font-medium">
                <SavedCardName brand={brandName(card)} last4={card.last4} />
              </span>
              <span className={expired ? "text-sm text-error" : "text-sm text-quiet"}>
                {expired ? texts.expired(expiryText(card) ?? "") : expiryText(card)}
              </span>
            </label>
            {isChosen && (
              <p role="alert" className="pb-3 pl-7 text-sm text-error empty:hidden">
                {problem}
              </p>
            )}
          </div>
        );
      })}
      <div className="saved-card">
        <label>
          <input
            type="radio"
            name="saved-card"
            className="size-4 shrink-0 accent-primary"
            checked={chosen === undefined}
            onChange={() => onChoose(undefined)}
          />
          <span className="font-medium">{texts.anotherCard}</span>
        </label>
      </div>
    </fieldset>
  );
}
