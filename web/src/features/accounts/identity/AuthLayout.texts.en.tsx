import type { ReactNode } from "react";
import type { Role } from "../../../api/session/use-role.ts";
import type { AuthScreen } from "./return-to.ts";

/** The texts that the pages of login and sign-up share. */
export const texts = {
  signingIn: "Signing you in",
  or: "or",
  continueWith: (provider: string) => `Continue with ${provider}`,
  continueWithPhone: "Continue with phone",
  showCharacters: "Show characters",
  signedInAs: (account: ReactNode) => <>Signed in as {account}.</>,
  signedInAsOther: {
    admin: (account) => <>Signed in as {account}; this page is for the shop’s admins.</>,
    staff: (account) => <>Signed in as {account}; this page is for the shop’s staff.</>,
    customer: (account) => <>Signed in as {account}; this page is for customers.</>,
  } satisfies Record<Role, (account: ReactNode) => ReactNode>,
  reason: {
    login: (purpose) => `Log in to ${purpose}`,
    signup: (purpose) => `Sign up to ${purpose}`,
  } satisfies Record<AuthScreen, (purpose: string) => string>,
  purchase: (tool: string) => `purchase ${tool}`,
  purchaseThisTool: "purchase this tool",
};

export const phoneTexts = {
  country: "Country",
  phoneNumber: "Phone number",
  sendCode: "Send me a code",
  oneMessage: "We send one text message with a code.",
  useEmail: "Use e-mail and password instead",
  verify: "Verify and continue",
  otherNumber: "Use another number",
};

export const codeTexts = {
  sentTo: (phone: ReactNode) => <>We sent a six-digit code to {phone}.</>,
  code: "Code",
  anotherIn: (time: string) => `Another code in ${time}`,
  sendAnother: "Send another code",
  validFor: (time: string) => `It is valid for another ${time}.`,
  expiredSendAnother: "This code has expired. Send another one.",
  expired: "The code has expired.",
  oneMinuteLeft: "The code is valid for one more minute.",
  canRequestAnother: "You can request another code now.",
};
