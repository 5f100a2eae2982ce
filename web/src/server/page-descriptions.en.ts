import type { PageName } from "./page-facts.ts";

/** The descriptions that search engines show. A page without one has the shop's own. */
export const descriptions = {
  tools: "Spades, forks, shears, watering cans and more, with stock and minimum quantities.",
  tool: "A tool with its price, stock, minimum quantity and reviews.",
  category: "The tools of a category, with prices, stock and minimum quantities.",
  blogs: "Articles and answers from the shop.",
  post: "An article from the shop.",
  portfolio: "Education, skills and projects.",
  reviews: "What customers say about our gardening tools.",
  login: "Log in to order tools and follow your orders.",
  signup: "Create an account to order tools.",
  finish: "Add your e-mail address to complete your account.",
  resetPassword: "Choose a new password with a link that we e-mail to you.",
  emailLogin: "Log in with a link that we e-mail to you.",
  verifyEmail: "Confirm the e-mail address that you signed up with.",
  basket: "What you mean to buy, and what it costs.",
  privacy: "What we keep about you, and why.",
  terms: "How you order from us, and how we sell.",
  returns: "What you can send back, and how.",
  notFound: "There is no page at this address.",
} satisfies { readonly [Name in PageName]?: string };
