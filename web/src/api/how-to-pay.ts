import { texts } from "./how-to-pay.texts.en.ts";
import type { Shop } from "./shop.ts";

/** What customers read about paying while card payment is off. The server's e-mails have the same sentence. */
export function howToPayText({ howToPay, phone, email }: Shop): string {
  if (howToPay) return howToPay;
  const ways = [phone, email].filter(Boolean);
  return ways.length > 0 ? texts.contactUs(ways) : texts.weContactYou;
}
