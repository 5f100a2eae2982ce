import type { Stripe } from "@stripe/stripe-js";
import { language } from "../../language.en.ts";

/** Milliseconds. A frame of the provider that a network or an extension blocks tells no error. */
export const FRAME_TIMEOUT = 12_000;

let provider: Promise<Stripe> | undefined;

/**
 * Loads the card provider's script from the configured address, and once. The provider's own loader accepts only its
 * public address, so the sandbox could not be used with it.
 */
export function loadCardProvider(address: string, publishableKey: string): Promise<Stripe> {
  provider ??= addScript(address)
    .then(() => {
      if (!window.Stripe) throw new Error("the card provider's script defined no Stripe");
      // Its fields and sentences have the language of the page, not of the browser.
      return window.Stripe(publishableKey, { locale: language.code === "fr" ? "fr-CA" : "en" });
    })
    .catch((error) => {
      provider = undefined;
      throw error;
    });
  return provider;
}

function addScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error("the card provider's script did not load"));
    };
    document.head.append(script);
  });
}
