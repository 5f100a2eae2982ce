import type { LoginErrorCode } from "./login-errors.ts";

export const texts = {
  unknownProvider: "The provider",
  /** The sentences by the code of a failed login. A provider's name is the parameter. */
  errors: {
    provider_refused: (name) => `${name} did not sign you in. Nothing has changed here.`,
    provider_unreachable: (name) => `${name} is not responding. Please try again in a minute.`,
    provider_invalid_response: (name) =>
      `We could not verify the response of ${name}, so you are not logged in. Please try again.`,
    login_expired: () => "Logging in took too long. Please start again.",
    state_mismatch: () =>
      "This login was started in another browser, or its cookies are gone. Please start again here.",
    identity_in_use: (name) =>
      `This ${name} account belongs to another account of the shop. Log in with ${name} to use that one.`,
    provider_already_linked: (name) =>
      `Your account is already linked to another ${name} account. Use that one, or remove it first.`,
    signed_out: () =>
      "You have been signed out, or logged in with another account. Log in and add it again.",
    email_not_verified: () => "Please confirm your e-mail first: follow the link that we sent you.",
    second_factor_on: (name) =>
      `The account with this address uses two-step login. Log in with its password and add ${name} under Account & security. If you cannot, please contact the shop.`,
    account_closed: () => "This account was deleted. Sign up to create a new one.",
    account_blocked: () => "The shop has blocked this account. Please contact the shop.",
    provider_disabled: (name) =>
      `You cannot log in with ${name} at the moment. Please choose another way.`,
    too_many_requests: () => "Too many attempts. Please wait a minute.",
    busy: () => "The shop is very busy. Please try again in a moment.",
    window_closed: (name) =>
      `The window of ${name} was closed before you were logged in. Please try again.`,
    no_session: () =>
      "You are not logged in, because your browser did not store our cookie. Please allow cookies and try again.",
  } satisfies Record<LoginErrorCode, (name: string) => string>,
  otherError: (name: string) =>
    `${name} could not sign you in. Please try again, or choose another way.`,
  continueInWindow: (name: string) => `Please continue in the window of ${name}.`,
};
