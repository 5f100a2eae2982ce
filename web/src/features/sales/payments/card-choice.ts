import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isExpired, savedCardsQuery } from "../../../api/saved-cards.ts";
import type { CardChoice } from "../use-place-purchase.ts";

const ANOTHER = "another";

/** Without a retry, because the customer can type a card meanwhile. */
export const QUICK_SAVED_CARDS = { ...savedCardsQuery, retry: false };

/** The card that pays. Without an account there is no choice. */
export function useCardChoice(isGuest: boolean) {
  const { data: cards = [], isLoading } = useQuery({
    ...QUICK_SAVED_CARDS,
    enabled: !isGuest,
  });
  const [chosen, setChosen] = useState<string>();
  const [saves, setSaves] = useState(false);
  const valid = cards.filter((card) => !isExpired(card));
  const saved =
    chosen === ANOTHER ? undefined : (valid.find(({ id }) => id === chosen) ?? valid[0]);
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
