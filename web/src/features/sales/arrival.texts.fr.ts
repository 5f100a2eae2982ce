import type { texts as english } from "./arrival.texts.en.ts";

export const texts: typeof english = {
  arrives: (days) => `Arrivée\u00a0: ${days}`,
  arrivesAt: (days, street) => `Arrivée\u00a0: ${days}, ${street}`,
  ready: (days) => `Prête\u00a0: ${days}`,
  readyAt: (days, street) => `Prête\u00a0: ${days}, ${street}`,
};
