export const texts = {
  pageDidNotLoad: "This page did not load",
  connectionLost: "The connection was lost, or the shop was just updated.",
  loginUnknown:
    "We could not check whether you are logged in. Check your connection and try again.",
  signingOut: "Signing out",
  skipToContent: "Skip to content",
};
