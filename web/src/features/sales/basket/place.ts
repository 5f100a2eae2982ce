import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Basket } from "../../../api/basket.ts";
import { send } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { keepInTab, readFromTab } from "../../../api/session/tab-storage.ts";
import { CHOSEN_PLACE } from "../chosen-place.ts";

type Address = NonNullable<Basket["quote"]>["destination"];

/** What the customer chose on this page. Absent or empty parts come from the basket's own quote. */
export interface Place {
  province?: Address["province"] | "";
  postalCode?: string;
  method?: string;
}

const readPlace = () => readFromTab<Place>(CHOSEN_PLACE) ?? {};

export function usePlace() {
  const [place, setPlace] = useState(readPlace);
  const change = (changed: Place) => {
    const next = { ...place, ...changed };
    setPlace(next);
    keepInTab(CHOSEN_PLACE, next);
  };
  return [place, change] as const;
}

/** The address to quote for: the customer's, else as in the basket's own quote. */
const addressOf = (place: Place, basket: Basket): Place | undefined =>
  place.province || place.postalCode ? place : basket.quote?.destination;

/** A postal code tells its province, so a province that was chosen before does not contradict a newer code. */
async function ask({ province, postalCode }: Place, method: string | undefined) {
  const quote = (code: string | undefined) => {
    const address = { ...(province && { province }), ...(code && { postalCode: code }) };
    return send("POST /quote", { body: { address, ...(method && { method }) } });
  };
  try {
    return await quote(postalCode);
  } catch (error) {
    const isMismatch =
      error instanceof ApiError && error.fields.some(({ code }) => code === "province_mismatch");
    if (!isMismatch) throw error;
    return quote(undefined);
  }
}

/** The quote for the chosen place and delivery. */
export function useBasketQuote(basket: Basket, place: Place) {
  const address = addressOf(place, basket);
  const isOwn = Boolean(place.province || place.postalCode || place.method);
  const asked = useQuery({
    queryKey: [
      "basket-quote",
      basket.lines.map(({ toolId, quantity, price, problem }) => [
        ...[toolId, quantity, price, problem?.code],
      ]),
      [address?.province, address?.postalCode, place.method],
    ],
    queryFn: () => ask(address ?? {}, place.method),
    placeholderData: keepPreviousData,
    enabled: isOwn && address !== undefined,
  });
  if (!isOwn) return { quote: basket.quote, error: null, isOld: false, retry: () => {} };
  return {
    quote: asked.data ?? basket.quote,
    error: asked.error,
    isOld: asked.isPlaceholderData || asked.isError,
    retry: () => void asked.refetch(),
  };
}
