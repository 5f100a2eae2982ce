import { useQuery } from "@tanstack/react-query";
import { send } from "../../../../api/client.ts";
import {
  brandName,
  expiryText,
  isExpired,
  type SavedCard,
  savedCardsQuery,
} from "../../../../api/saved-cards.ts";
import { useChange } from "../../../../api/use-change.ts";
import { Button } from "../../../../ui/Button.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { SavedCardName } from "../../../../ui/SavedCardName.tsx";
import { texts as words } from "../../../../ui/texts.en.ts";
import { useConfirm } from "../../../../ui/use-confirm.tsx";
import { AccountSection } from "./AccountSection.tsx";
import { cardsTexts as texts } from "./texts.en.tsx";

export function SavedCardsSection() {
  const { data: cards, error, refetch } = useQuery(savedCardsQuery);
  const remove = useChange(
    (id: string) => send("DELETE /saved-cards/{id}", { path: { id } }),
    [savedCardsQuery.queryKey],
  );
  const removal = useConfirm<SavedCard>({
    question: (card) => ({
      title: texts.question(<CardName card={card} />),
      text: <p>{texts.canSaveAgain}</p>,
      button: texts.remove,
      variant: "danger",
    }),
    run: async ({ id }) => {
      await remove.mutateAsync(id);
      return { kind: "success", text: texts.removed };
    },
  });
  return (
    <AccountSection id="saved-cards" about={texts.about}>
      {cards ? (
        cards.length === 0 ? (
          <p className="min-h-16 text-quiet">{texts.noCards}</p>
        ) : (
          <ul className="border-t border-rule xl:-mt-3 xl:border-0">
            {cards.map((card) => {
              const expiry = expiryText(card);
              return (
                <li
                  key={card.id}
                  className="flex items-center justify-between gap-6 border-b border-rule py-3"
                >
                  <div className="min-w-0">
                    <p className="font-medium">
                      <CardName card={card} />
                    </p>
                    {expiry && (
                      <p className={`text-sm ${isExpired(card) ? "text-error" : "text-quiet"}`}>
                        {isExpired(card) ? texts.expired(expiry) : texts.validUntil(expiry)}
                      </p>
                    )}
                  </div>
                  <Button
                    variant="outline"
                    small
                    className="shrink-0"
                    onClick={() => removal.ask(card)}
                  >
                    {texts.remove}
                    <span className="sr-only">
                      {" "}
                      <CardName card={card} />
                    </span>
                  </Button>
                </li>
              );
            })}
          </ul>
        )
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="appear-late h-16 bg-base-200">
          <span className="sr-only">{words.wait(texts.loading)}</span>
        </div>
      )}
      {removal.dialog}
    </AccountSection>
  );
}

const CardName = ({ card }: { card: SavedCard }) => (
  <SavedCardName brand={brandName(card)} last4={card.last4} />
);
