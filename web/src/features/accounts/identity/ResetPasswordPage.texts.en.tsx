import type { ReactNode } from "react";

export const texts = {
  newPasswordTitle: "New password",
  forgotTitle: "Forgot your password?",
  backToLogin: "Back to Login",
  sentTo: (email: ReactNode) => (
    <>
      If the shop has an account with {email}, we have sent an e-mail with a link. The link works
      once, for an hour.
    </>
  ),
  nothingThere: (link: (text: string) => ReactNode) => (
    <>
      Nothing there after a few minutes? Check your spam folder, or {link("try another address")}.
    </>
  ),
  enterEmail: "Enter the e-mail of your account. We will send you a link to choose a new password.",
  email: "E-mail",
  sendLink: "Send me a link",
  isChanged: "Your password is changed, and all your devices are signed out.",
  logIn: "Log in with the new password",
  logsOut: "This logs you out everywhere, in case someone else knows your old password.",
  newPassword: "New password",
  change: "Change password",
  requestAnotherLink: "Request another link",
};
