import { formatPrice } from "../money.ts";

/** The texts of parts that public pages use. Parts of the dashboard have files of their own. */
export const texts = {
  addToBasket: "Add to basket",
  buyNow: "Buy now",
  breadcrumb: "Breadcrumb",
  cancel: "Cancel",
  login: "Login",
  logInAndContinue: "Log in and continue",
  tryAgain: "Try again",
  showMore: "Show more",
  loading: "Loading",
  /** What stands while something loads. */
  wait: (label: string) => `${label} …`,
  takesLong: "This is taking longer than usual.",
  stars: (stars: number, of: number) => `${stars} of ${of} stars`,
  totalIsNow: (total: number) =>
    `The total is ${formatPrice(total)} now. Please check it and press again.`,
};
