import type { Provider } from "./providers.ts";

const NAMES: Record<Provider, string> = {
  google: "Google",
  facebook: "Facebook",
  github: "GitHub",
  twitter: "Twitter",
};

/** Addresses name a provider, too: what is none of ours must not become a sentence of the shop's. */
export const knownProvider = (name: string | null | undefined) =>
  name && Object.hasOwn(NAMES, name) ? (name as Provider) : undefined;

/** As the provider writes itself. */
export const providerName = (provider: string | null | undefined) => {
  const known = knownProvider(provider);
  return known ? NAMES[known] : "The provider";
};

// What a sign-in elsewhere may come back with: what happened, and what to do about it.
const MESSAGES: Record<string, (name: string) => string> = {
  provider_refused: (name) => `${name} was not allowed to sign you in. Nothing has changed here.`,
  provider_silent: (name) => `${name} does not answer. Please try again in a minute.`,
  provider_answer: (name) =>
    `The answer of ${name} could not be trusted, so nobody was signed in. Please try again.`,
  flow_expired: () => "Signing in took too long. Please begin again.",
  flow_other_browser: () =>
    "This sign-in was begun in another browser, or its cookies are gone. Please begin again here.",
  already_linked: (name) =>
    `This ${name} account opens another account of the shop already. Log in with ${name} to use that one.`,
  other_linked: (name) =>
    `The account has another way in with ${name} already. Use that one, or remove it first.`,
  link_signed_out: () =>
    "You were logged out, or in as somebody else, meanwhile. Log in and add it again.",
  email_not_verified: () => "Please confirm your e-mail first: follow the link in our mail.",
  account_closed: () => "This account was deleted. Sign up to begin a new one.",
  not_offered: (name) => `The shop lets nobody in with ${name} at the moment. Choose another way.`,
  too_many_requests: () => "Too many tries. Please wait a minute.",
  busy: () => "The shop is very busy. Please try again in a moment.",
  window_closed: (name) =>
    `The window of ${name} was closed before it was done. Choose a way again when you like.`,
  no_session: () =>
    "You are not signed in: your browser kept no cookie of ours. Please allow cookies and try again.",
};

/** The words for the code of a sign-in that came to nothing. */
export function loginErrorMessage(code: string, provider?: string | null): string {
  const known = Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined;
  return known
    ? known(providerName(provider))
    : `${providerName(provider)} could not sign you in. Please try again, or choose another way.`;
}
