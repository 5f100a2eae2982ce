import type { texts as english } from "./subscribed.texts.en.ts";

export const texts: typeof english = {
  title: "Abonnement réussi!",
  thanks: "Merci",
  ok: "OK",
};
