import { useState } from "react";
import type { Quote } from "./basket.ts";
import { keepInBrowser, readFromBrowser } from "./session/tab-storage.ts";

/** What the price of a delivery and the taxes depend on. Absent or empty parts are not known. */
export interface Place {
  province?: Quote["destination"]["province"] | "";
  postalCode?: string;
  method?: string;
}

const NAME = "basket place";

/** The place and the delivery that the customer chose in the basket. The checkout and the next visit begin with it. */
export const readPlace = () => readFromBrowser<Place>(NAME) ?? {};

/** Keeps the place. `undefined` forgets it. */
export const keepPlace = (place: Place | undefined) => keepInBrowser(NAME, place);

export function usePlace() {
  const [place, setPlace] = useState(readPlace);
  const change = (changed: Place) => {
    const next = { ...place, ...changed };
    setPlace(next);
    keepPlace(next);
  };
  return [place, change] as const;
}
