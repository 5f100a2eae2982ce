import { matchPath } from "react-router";

/** Every screen's address, in the order of the specification. Below `app` in the house, since features link to each other's screens. */
export const paths = {
  home: "/",
  homeByName: "/home",
  tools: "/tool",
  blogs: "/blogs",
  portfolio: "/portfolio",
  reviews: "/allReview",
  login: "/login",
  signup: "/signup",
  finish: "/finish",
  resetPassword: "/reset-password",
  verifyEmail: "/verify-email",
  purchase: "/tools/:toolsId",
  dashboard: "/dashboard",
  account: "/dashboard/account",
  myOrders: "/dashboard/myOrders",
  review: "/dashboard/review",
  payment: "/dashboard/payment/:id",
  users: "/dashboard/users",
  addTool: "/dashboard/addProduct",
  manageTools: "/dashboard/manageProduct",
  editTool: "/dashboard/manageProduct/:toolId",
  manageOrders: "/dashboard/manageOrders",
  books: "/dashboard/books",
  mails: "/dashboard/mails",
} as const;

export const purchasePath = (toolId: string) => `/tools/${encodeURIComponent(toolId)}`;

export const paymentPath = (orderId: string) => `/dashboard/payment/${encodeURIComponent(orderId)}`;

export const editToolPath = (toolId: string) =>
  `${paths.manageTools}/${encodeURIComponent(toolId)}`;

/** The payment page is a document of its own: only its policy admits the card provider. One enters and leaves it by full page loads. */
export const hasOwnDocument = (pathname: string) => matchPath(paths.payment, pathname) !== null;
