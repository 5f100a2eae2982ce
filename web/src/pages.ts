import { matchPath } from "react-router";
import { dashboardPages } from "./dashboard-pages.ts";
import type { Page } from "./page.ts";

/**
 * The pages of the shop, in the order of docs/specification.md. Routes, guards, menus and the return after a login read
 * this table; the build writes it to pages.json for the server. The page-modules.ts of app/ have their components.
 */
export const pages = {
  home: {
    path: "/",
    access: "public",
  },
  homeByName: {
    path: "/home",
    access: "public",
    parent: "/",
  },
  tools: {
    path: "/tool",
    title: "All Tools",
    access: "public",
  },
  tool: {
    path: "/tool/:slug",
    title: "Tool",
    access: "public",
    parent: "/tool",
  },
  category: {
    path: "/category/:slug",
    title: "Category",
    access: "public",
    parent: "/tool",
  },
  blogs: {
    path: "/blogs",
    title: "Blogs",
    access: "public",
    part: "blogs",
  },
  post: {
    path: "/blogs/:slug",
    title: "Blog post",
    access: "public",
    part: "blogs",
    parent: "/blogs",
  },
  portfolio: {
    path: "/portfolio",
    title: "My Portfolio",
    access: "public",
    part: "portfolio",
  },
  about: {
    path: "/about",
    title: "About",
    access: "public",
    part: "about",
  },
  reviews: {
    path: "/allReview",
    title: "All Reviews",
    access: "public",
  },
  login: {
    path: "/login",
    title: "Login",
    access: "public",
  },
  signup: {
    path: "/signup",
    title: "Sign Up",
    access: "public",
  },
  finish: {
    path: "/finish",
    title: "Finish your account",
    access: "unlisted",
  },
  resetPassword: {
    path: "/reset-password",
    title: "Reset password",
    access: "unlisted",
  },
  emailLogin: {
    path: "/email-login",
    title: "Log in by e-mail",
    access: "unlisted",
  },
  verifyEmail: {
    path: "/verify-email",
    title: "Confirm your e-mail",
    access: "unlisted",
  },
  privacy: {
    path: "/privacy",
    title: "Privacy",
    access: "public",
  },
  terms: {
    path: "/terms",
    title: "Terms of sale",
    access: "public",
  },
  returns: {
    path: "/returns",
    title: "Returns",
    access: "public",
  },
  basket: {
    path: "/basket",
    title: "Basket",
    access: "unlisted",
    ownDocument: true,
  },
  checkout: {
    path: "/checkout",
    title: "Checkout",
    access: "guest",
    parent: "/basket",
    ownDocument: true,
  },
  guestOrder: {
    path: "/guest-order",
    title: "Your order",
    access: "unlisted",
    ownDocument: true,
  },
  placedPurchase: {
    path: "/purchases/:id",
    title: "Order",
    access: "signed-in",
    parent: "/dashboard/myOrders",
    ownDocument: true,
  },
  invoice: {
    path: "/purchases/:id/invoice",
    title: "Invoice",
    access: "signed-in",
    parent: "/dashboard/myOrders",
  },
  creditNote: {
    path: "/purchases/:id/credit-notes/:number",
    title: "Credit note",
    access: "signed-in",
    parent: "/dashboard/myOrders",
  },
  purchase: {
    path: "/tools/:toolsId",
    title: "Purchase",
    access: "signed-in",
    parent: "/tool",
  },
  ...dashboardPages,
  notFound: {
    path: "*",
    title: "Page not found",
    access: "unlisted",
  },
} as const satisfies Record<string, Page>;

export const allPages: Page[] = Object.values(pages);

type Paths = { readonly [Name in keyof typeof pages]: (typeof pages)[Name]["path"] };

/** `paths.tools` is "/tool". */
export const paths = Object.fromEntries(
  Object.entries(pages).map(([name, { path }]) => [name, path]),
) as Paths;

/** The paths of pages that a shop without some parts does not have. */
export const missingPaths = (hasPart: (part: string) => boolean) =>
  allPages.flatMap(({ path, part }) => (part && !hasPart(part) ? path : []));

export const isDashboardPath = (path: string) => path.startsWith(paths.dashboard);

/** The page at a path without query and fragment. */
export const pageAt = (pathname: string): Page | undefined =>
  allPages.find(({ path }) => matchPath(path, pathname));

export const hasOwnDocument = (pathname: string) => pageAt(pathname)?.ownDocument === true;
