import { plural } from "../../../money.ts";

/** ReviewPage and OwnReviews. */
export const texts = {
  title: "Review",
  lead: "Tell others how the tools work for you. We show your name, but not your e-mail.",
  loading: "Loading the form",
  name: "Name",
  email: "E-mail",
  rating: "Rating",
  noStars: "No stars",
  stars: (count: number) => plural(count, "star", "stars"),
  review: "Review",
  tool: "Which tool? (optional)",
  noTool: "No tool",
  needsApproval: "The shop reads new reviews before it shows them.",
  send: "Send review",
  sending: "Sending …",
  seeAll: "See all reviews",
  thankYou: "Thank you for your review.We tried our best to full fill your demand.",
  sentBefore: "This review is sent already. Please write another one first.",
  received: "The shop has received your review and will show it after reading it.",
  published: "Your review is published.",

  own: "Your reviews",
  pending: "Waiting for the shop. Only you can see it.",
  hidden: "Hidden by the shop. Only you can see it.",
  edit: "Edit",
  delete: "Delete",
  text: "Text of your review",
  cancel: "Cancel",
  save: "Save",
  changed: "Your review is changed",
};
