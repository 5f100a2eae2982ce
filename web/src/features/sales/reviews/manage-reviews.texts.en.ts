import type { ReviewWithState } from "../../../api/client.ts";

type ReviewState = ReviewWithState["state"];

/** ManageReviewsPage, its dialog, and what admins see on the page of all reviews. */
export const texts = {
  title: "Manage Reviews",
  lead: "Visitors read only published reviews. The author of a hidden review can still see it, marked as hidden.",
  show: "Show",
  /** The choices of the filter. The first is the default. */
  states: {
    published: "Published",
    pending: "To approve",
    hidden: "Hidden",
  } satisfies Record<ReviewState, string>,
  loading: "Loading the reviews",
  empty: "No reviews here",
  emptyOf: {
    published: "Customers have not written any review yet.",
    pending: "You have read all new reviews.",
    hidden: "You have not hidden any review.",
  } satisfies Record<ReviewState, string>,
  formerShop: "Reviews of a former shop",
  formerShopHint:
    "An export of Judge.me, Loox, Shopify Product Reviews or WooCommerce. Import your tools first. The reviews are published as ones from your former shop, and count in no rating.",
  file: "File of reviews",

  reviews: "Reviews",
  by: "By",
  date: "Date",
  review: "Review",
  action: "Action",
  more: (name: string) => `More for the review by ${name}`,
  hide: "Hide",
  hideBy: (name: string) => `Hide the review by ${name}`,
  hideOf: (name: string) => `Hide the review of ${name}`,
  publish: "Publish",
  publishBy: (name: string) => `Publish the review by ${name}`,
  answer: "Answer",
  answerBy: (name: string) => `Answer: review by ${name}`,
  changeAnswer: "Change answer",
  changeAnswerBy: (name: string) => `Change answer: review by ${name}`,
  delete: "Delete",
  deleteBy: (name: string) => `Delete the review by ${name}`,
  deleteOf: (name: string) => `Delete the review of ${name}`,
  isHidden: "The review is hidden",
  isPublished: "The review is published",
  noText: "No text",
  yourAnswerIs: "Your answer:",
  fromFormerShop: "From the former shop",

  answerTo: (name: string) => `Answer ${name}`,
  yourAnswer: "Your answer",
  answerHint: (length: string) => `Everyone can read it below the review. ${length}`,
  answerPublished: "Your answer is published",
  answerRemoved: "Your answer is removed",
};
