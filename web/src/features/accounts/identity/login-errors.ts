import { texts } from "./login-errors.texts.en.ts";
import type { Provider } from "./providers.ts";

const NAMES: Record<Provider, string> = {
  google: "Google",
  facebook: "Facebook",
  github: "GitHub",
  twitter: "Twitter",
};

/** A provider's name can come from the address. Unknown text must not appear in a message of the shop. */
export const knownProvider = (name: string | null | undefined) =>
  name && Object.hasOwn(NAMES, name) ? (name as Provider) : undefined;

/** Returns the provider's name as the provider writes it. */
export const providerName = (provider: string | null | undefined) => {
  const known = knownProvider(provider);
  return known ? NAMES[known] : texts.unknownProvider;
};

/** The codes of a failed social login. The server sends no sentence in a redirect. */
export type LoginErrorCode =
  | "provider_refused"
  | "provider_unreachable"
  | "provider_invalid_response"
  | "login_expired"
  | "state_mismatch"
  | "identity_in_use"
  | "provider_already_linked"
  | "signed_out"
  | "email_not_verified"
  | "second_factor_on"
  | "account_closed"
  | "account_blocked"
  | "provider_disabled"
  | "too_many_requests"
  | "busy"
  | "window_closed"
  | "no_session";

const MESSAGES: Record<string, (name: string) => string> = texts.errors;

export function loginErrorMessage(code: string, provider?: string | null): string {
  const known = Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined;
  return (known ?? texts.otherError)(providerName(provider));
}
