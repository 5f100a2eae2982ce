import { matchPath } from "react-router";
import { localPages } from "./addresses.en.ts";
import { dashboardPages } from "./dashboard-pages.ts";
import type { Page } from "./page.ts";
import { texts as titles } from "./page-titles.en.ts";

/** The pages at their English paths, in the order of docs/specification.md. The build writes them to pages.json. */
export const englishPages = {
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
    title: titles.tools,
    access: "public",
  },
  tool: {
    path: "/tool/:slug",
    title: titles.tool,
    access: "public",
    parent: "/tool",
  },
  category: {
    path: "/category/:slug",
    title: titles.category,
    access: "public",
    parent: "/tool",
  },
  blogs: {
    path: "/blogs",
    title: titles.blogs,
    access: "public",
    part: "blogs",
  },
  post: {
    path: "/blogs/:slug",
    title: titles.post,
    access: "public",
    part: "blogs",
    parent: "/blogs",
  },
  portfolio: {
    path: "/portfolio",
    title: titles.portfolio,
    access: "public",
    part: "portfolio",
  },
  about: {
    path: "/about",
    title: titles.about,
    access: "public",
    part: "about",
  },
  reviews: {
    path: "/allReview",
    title: titles.reviews,
    access: "public",
  },
  login: {
    path: "/login",
    title: titles.login,
    access: "public",
  },
  signup: {
    path: "/signup",
    title: titles.signup,
    access: "public",
  },
  finish: {
    path: "/finish",
    title: titles.finish,
    access: "unlisted",
  },
  resetPassword: {
    path: "/reset-password",
    title: titles.resetPassword,
    access: "unlisted",
  },
  emailLogin: {
    path: "/email-login",
    title: titles.emailLogin,
    access: "unlisted",
  },
  verifyEmail: {
    path: "/verify-email",
    title: titles.verifyEmail,
    access: "unlisted",
  },
  privacy: {
    path: "/privacy",
    title: titles.privacy,
    access: "public",
  },
  terms: {
    path: "/terms",
    title: titles.terms,
    access: "public",
  },
  returns: {
    path: "/returns",
    title: titles.returns,
    access: "public",
  },
  basket: {
    path: "/basket",
    title: titles.basket,
    access: "unlisted",
    ownDocument: true,
  },
  checkout: {
    path: "/checkout",
    title: titles.checkout,
    access: "guest",
    parent: "/basket",
    ownDocument: true,
  },
  guestOrder: {
    path: "/guest-order",
    title: titles.guestOrder,
    access: "unlisted",
    ownDocument: true,
  },
  placedPurchase: {
    path: "/purchases/:id",
    title: titles.placedPurchase,
    access: "signed-in",
    parent: "/dashboard/myOrders",
    ownDocument: true,
  },
  invoice: {
    path: "/purchases/:id/invoice",
    title: titles.invoice,
    access: "signed-in",
    parent: "/dashboard/myOrders",
  },
  creditNote: {
    path: "/purchases/:id/credit-notes/:number",
    title: titles.creditNote,
    access: "signed-in",
    parent: "/dashboard/myOrders",
  },
  purchase: {
    path: "/tools/:toolsId",
    title: titles.purchase,
    access: "signed-in",
    parent: "/tool",
  },
  ...dashboardPages,
  notFound: {
    path: "*",
    title: titles.notFound,
    access: "unlisted",
  },
} as const satisfies Record<string, Page>;

type Pages = typeof englishPages;

/**
 * The pages at their addresses in this language. Routes, guards, menus and the return after a login read this table. The
 * page-modules.ts of app/ have their components.
 */
export const pages: Pages = localPages(englishPages);

export const allPages: Page[] = Object.values(pages);

type Paths = { readonly [Name in keyof Pages]: Pages[Name]["path"] };

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
