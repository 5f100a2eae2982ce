import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isExpired, savedCardsQuery } from "../../../api/saved-cards.ts";
import type { CardChoice } from "../use-place-purchase.ts";

const ANOTHER = "another";

/** Without a retry, because the customer can type a card meanwhile. */
export const QUICK_SAVED_CARDS = { ...savedCardsQuery, retry: false };

/** The card that pays. It is chosen once, so cards that arrive later only join the list. */
export function useCardChoice(isOff: boolean) {
  const query = useQuery({ ...QUICK_SAVED_CARDS, enabled: !isOff });
  const { data: cards = [] } = query;
  const [chosen, setChosen] = useState<string>();
  const [saves, setSaves] = useState(false);
  const valid = cards.filter((card) => !isExpired(card));
  // A read after one that failed is loading, too, and the form stays.
  const isLoading = chosen === undefined && query.isLoading;
  if (chosen === undefined && !isOff && !isLoading) setChosen(valid[0]?.id ?? ANOTHER);
  // A card that is gone leads to the form, and never to a card that was not chosen.
  const saved = valid.find(({ id }) => id === chosen);
  const choice: CardChoice = saved ? { savedCard: saved.id } : saves ? { saveCard: true } : {};
  return {
    choice,
    cards,
    isLoading,
    saves,
    setSaves,
    choose: (id: string | undefined) => setChosen(id ?? ANOTHER),
  };
}
