export const texts = {
  title: "Log in by e-mail",
  onlyIfYou:
    "Continue only if you have just tried to log in. If it was not you, close this page and choose a new password.",
  logIn: "Yes, log in",
  incompleteLink:
    "This link is incomplete. Please copy all of it from the e-mail, or log in again.",
  backToLogin: "Back to Login",
};
