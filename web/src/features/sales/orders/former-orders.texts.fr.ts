import { counted } from "../../../words.en.ts";
import type { texts as english } from "./former-orders.texts.en.ts";

export const texts: typeof english = {
  fromFormerShop: (orders) => `De l’ancienne boutique\u00a0: ${counted.orders(orders)}`,
};
