import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isExpired, savedCardsQuery } from "../../../api/saved-cards.ts";

/** What the customer pays with: a saved card, or one that is typed. Nothing is chosen for a typed card that is not saved. */
export interface CardChoice {
  savedCard?: string;
  saveCard?: true;
}

const ANOTHER = "another";

/** The card that pays. Without an account there is no choice. */
export function useCardChoice(isGuest: boolean) {
  const { data: cards = [], isLoading } = useQuery({ ...savedCardsQuery, enabled: !isGuest });
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
