import type { ReactNode } from "react";

export const texts = {
  title: "Confirm your e-mail",
  confirmedTitle: "E-mail confirmed",
  confirmed: "Thank you. Your e-mail address is confirmed.",
  browseTools: "Browse All Tools",
  whatFor:
    "Someone gave this address for an account. If it was not you, close this page and nothing will happen.",
  confirm: "Yes, confirm my e-mail",
  logInAndComeBack: "Log in and come back",
  incompleteLink: (link: (text: string) => ReactNode) => (
    <>
      This link is incomplete. Please copy all of it from the e-mail, or request another one under{" "}
      {link("Account & security")}.
    </>
  ),
};
