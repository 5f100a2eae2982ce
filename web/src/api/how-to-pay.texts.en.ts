import { language } from "../language.en.ts";
import { listed } from "../listed.ts";

export const texts = {
  contactUs: (ways: string[]) =>
    `Please contact us about the payment: ${listed(ways, language.or)}.`,
  weContactYou: "We will contact you about the payment.",
};
