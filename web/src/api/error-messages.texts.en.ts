export const texts = {
  brokenPage: "Something went wrong on this page. Please reload it and try again.",
  unreachable: "We could not reach the shop. Check your connection and try again.",
  sessionEnded: "Your session has ended. Please log in again.",
  notNow: "The shop could not do this right now. Please try again in a moment.",
  notAccepted: "The shop did not accept this. Please check what you entered and try again.",
};
