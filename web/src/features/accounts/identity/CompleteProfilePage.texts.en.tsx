import type { ReactNode } from "react";

export const texts = {
  title: "Finish your account",
  loginUnknown: "We could not find out whether you are logged in. Please try again.",
  sentTo: (email: ReactNode) => (
    <>
      We have sent an e-mail with a link to {email}. Open it in this browser to finish your account.
      The link works once, for an hour.
    </>
  ),
  nothingThere: (link: (text: string) => ReactNode) => (
    <>Nothing there after a few minutes? Check your spam folder, or {link("try again")}.</>
  ),
  whyEmail:
    "You are logged in. We only need your e-mail, for your orders and to recover your account.",
  name: "Name",
  email: "E-mail",
  emailHint: "If this e-mail already has an account, this login method is added to it.",
  sendLink: "Send me a link",
  confirms: "This confirms that the e-mail address is yours.",
  finish: "Finish",
  logInAndComeBack: "Log in and come back",
  requestAnotherLink: "Request another link",
};
