export const texts = {
  notOfAccount:
    "It was placed without a login, so your account does not have it. Its tools are on sale again if it is not paid in time.",
  print: "Print or save",
  email: "E-mail",
  emailNeeded: "Please enter your e-mail.",
  linkIsOld:
    "This link has expired, or there is a newer one. An order that was not paid in time is gone, too.",
  canSend: "We can send you the links to your latest orders again.",
  send: "Send the links",
  sent: (email: string) =>
    `If there are paid orders with ${email}, we have sent their links. Nothing there after a few minutes? Please check your spam folder.`,
  setPassword: "Set a password",
  password: "Password",
  passwordHint: "Then you have an account, and your next order is faster.",
  passwordNeeded: "Please enter a password.",
  passwordTooShort: "Password must be 6 characters or longer",
  accountIsReady: "Your account is ready.",
  canLogIn: (email = "your e-mail address") =>
    `You can log in with ${email} and this password. If you have ordered or signed up with this address before, press “Forgot your password?” there.`,
  logIn: "Log in",
};
