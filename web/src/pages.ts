import { matchPath } from "react-router";
import type { Page } from "./page.ts";

/**
 * The pages of the shop, in the order of docs/specification.md. Routes, guards, menus and the return after a login read
 * this table; the build writes it to pages.json for the server. app/page-modules.ts has their components.
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
  dashboard: {
    path: "/dashboard",
    title: "Dashboard",
    access: "signed-in",
    sidebar: { text: "Users Profile", group: "Account" },
  },
  account: {
    path: "/dashboard/account",
    title: "Account & security",
    access: "signed-in",
    parent: "/dashboard",
  },
  myOrders: {
    path: "/dashboard/myOrders",
    title: "My Orders",
    access: "customer",
    sidebar: { text: "My Orders", group: "Account", role: "customer" },
  },
  receipt: {
    path: "/dashboard/myOrders/:id/receipt",
    title: "Receipt",
    access: "signed-in",
    parent: "/dashboard/myOrders",
  },
  review: {
    path: "/dashboard/review",
    title: "Review",
    access: "signed-in",
    sidebar: { text: "Reviews", group: "Account", role: "customer" },
  },
  payment: {
    path: "/dashboard/payment/:id",
    title: "Payment",
    access: "signed-in",
    parent: "/dashboard/myOrders",
    ownDocument: true,
  },
  users: {
    path: "/dashboard/users",
    title: "Users",
    access: "admin",
    sidebar: { text: "Make admin page", group: "Customers", role: "admin" },
  },
  customer: {
    path: "/dashboard/users/:id",
    title: "Customer",
    access: "admin",
    parent: "/dashboard/users",
  },
  addTool: {
    path: "/dashboard/addProduct",
    title: "Add Tool",
    access: "staff",
    sidebar: { text: "Add Tool", group: "Tools", role: "staff" },
  },
  manageTools: {
    path: "/dashboard/manageProduct",
    title: "Manage Tool",
    access: "staff",
    sidebar: { text: "Manage Tool", group: "Tools", role: "staff" },
  },
  editTool: {
    path: "/dashboard/manageProduct/:toolId",
    title: "Edit Tool",
    access: "staff",
    parent: "/dashboard/manageProduct",
  },
  stockHistory: {
    path: "/dashboard/manageProduct/:toolId/stock",
    title: "Stock history",
    access: "staff",
    parent: "/dashboard/manageProduct",
  },
  categories: {
    path: "/dashboard/categories",
    title: "Categories",
    access: "admin",
    sidebar: { text: "Categories", group: "Tools", role: "admin" },
  },
  removedTools: {
    path: "/dashboard/removedTools",
    title: "Removed tools",
    access: "admin",
    parent: "/dashboard/manageProduct",
  },
  importTools: {
    path: "/dashboard/importTools",
    title: "Import tools",
    access: "admin",
    sidebar: { text: "Import tools", group: "Tools", role: "admin" },
  },
  manageOrders: {
    path: "/dashboard/manageOrders",
    title: "Manage Orders",
    access: "staff",
    sidebar: { text: "Manage Orders", group: "Orders", role: "staff" },
  },
  enterOrder: {
    path: "/dashboard/enterOrder",
    title: "Enter an order",
    access: "staff",
    parent: "/dashboard/manageOrders",
  },
  manageOrder: {
    path: "/dashboard/manageOrders/:id",
    title: "Order",
    access: "staff",
    parent: "/dashboard/manageOrders",
  },
  packingSlip: {
    path: "/dashboard/manageOrders/:id/slip",
    title: "Packing slip",
    access: "staff",
    parent: "/dashboard/manageOrders",
  },
  manageReviews: {
    path: "/dashboard/manageReviews",
    title: "Manage Reviews",
    access: "admin",
    sidebar: { text: "Manage Reviews", group: "Customers", role: "admin" },
  },
  figures: {
    path: "/dashboard/figures",
    title: "Figures",
    access: "admin",
    sidebar: { text: "Figures", group: "Money", role: "admin" },
  },
  reconciliation: {
    path: "/dashboard/books",
    title: "Books",
    access: "admin",
    sidebar: { text: "Books", group: "Money", role: "admin" },
  },
  shopSettings: {
    path: "/dashboard/shop",
    title: "Shop settings",
    access: "admin",
    sidebar: { text: "Shop settings", group: "Shop", role: "admin" },
  },
  managePosts: {
    path: "/dashboard/posts",
    title: "Blog posts",
    access: "staff",
    sidebar: { text: "Blog posts", group: "Shop", role: "staff" },
  },
  newPost: {
    path: "/dashboard/posts/new",
    title: "New post",
    access: "staff",
    parent: "/dashboard/posts",
  },
  editPost: {
    path: "/dashboard/posts/:postId",
    title: "Edit post",
    access: "staff",
    parent: "/dashboard/posts",
  },
  settingsHistory: {
    path: "/dashboard/settingsHistory",
    title: "Settings history",
    access: "admin",
    parent: "/dashboard/shop",
  },
  emailTexts: {
    path: "/dashboard/emails",
    title: "E-mails",
    access: "admin",
    sidebar: { text: "E-mails", group: "Shop", role: "admin" },
  },
  editEmailTexts: {
    path: "/dashboard/emails/:kind",
    title: "E-mail",
    access: "admin",
    parent: "/dashboard/emails",
  },
  webhooks: {
    path: "/dashboard/webhooks",
    title: "Webhooks",
    access: "admin",
    parent: "/dashboard/shop",
  },
  webhook: {
    path: "/dashboard/webhooks/:id",
    title: "Webhook",
    access: "admin",
    parent: "/dashboard/shop",
  },
  auditLog: {
    path: "/dashboard/audit",
    title: "Audit log",
    access: "admin",
    sidebar: { text: "Audit log", group: "Shop", role: "admin" },
  },
  apiKeys: {
    path: "/dashboard/keys",
    title: "API keys",
    access: "admin",
    parent: "/dashboard",
  },
  undeliveredEmail: {
    path: "/dashboard/mails",
    title: "Undelivered e-mail",
    access: "admin",
    parent: "/dashboard",
  },
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
