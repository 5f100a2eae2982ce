import { matchPath } from "react-router";
import type { Role } from "./api/session/use-role.ts";

/**
 * `unlisted`: open to everyone, but not for search engines. `signed-in`: for every account. `staff`: also for admins.
 * `customer`: not for admins.
 */
type Access = "public" | "unlisted" | "signed-in" | Role;

export interface Page {
  path: string;
  /** Absent for the home page: its title is the shop's. */
  title?: string;
  /** For search engines. Absent where the shop's own description is enough. */
  description?: string;
  access: Access;
  /** The file with the page's component, below `src`. */
  module: `features/${string}.tsx`;
  /** The path of the page above it, whose links are marked as current on this page too. */
  parent?: string;
  /** The page's link in the dashboard's sidebar, and the role that it is for, if not for all. */
  sidebar?: { text: string; role?: Role };
  /** Only the payment page's policy admits the card provider, so links to it and from it load the whole document. */
  ownDocument?: boolean;
  /** The server renders its HTML (server/render-page.tsx), so that it can be read without JavaScript. */
  rendered?: boolean;
}

/**
 * The pages of the shop, in the order of docs/specification.md. Routes, guards, menus and the return after a login read
 * this table; the build writes it to pages.json for the server.
 */
export const pages = {
  home: {
    path: "/",
    access: "public",
    module: "features/home/HomePage.tsx",
    rendered: true,
  },
  homeByName: {
    path: "/home",
    access: "public",
    module: "features/home/HomePage.tsx",
    rendered: true,
    parent: "/",
  },
  tools: {
    path: "/tool",
    title: "All Tools",
    description:
      "Spades, forks, shears, watering cans and more, with stock and minimum quantities.",
    access: "public",
    module: "features/catalogue/ToolsPage.tsx",
    rendered: true,
  },
  tool: {
    path: "/tool/:slug",
    title: "Tool",
    description: "A tool with its price, stock, minimum quantity and reviews.",
    access: "public",
    module: "features/tool-page/ToolPage.tsx",
    rendered: true,
    parent: "/tool",
  },
  category: {
    path: "/category/:slug",
    title: "Category",
    description: "The tools of a category, with prices, stock and minimum quantities.",
    access: "public",
    module: "features/catalogue/ToolsPage.tsx",
    rendered: true,
    parent: "/tool",
  },
  blogs: {
    path: "/blogs",
    title: "Blogs",
    description: "Five questions about building web shops, answered.",
    access: "public",
    module: "features/site/BlogsPage.tsx",
    rendered: true,
  },
  portfolio: {
    path: "/portfolio",
    title: "My Portfolio",
    description: "Education, skills and projects.",
    access: "public",
    module: "features/site/PortfolioPage.tsx",
    rendered: true,
  },
  reviews: {
    path: "/allReview",
    title: "All Reviews",
    description: "What customers say about our gardening tools.",
    access: "public",
    module: "features/reviews/AllReviewsPage.tsx",
    rendered: true,
  },
  login: {
    path: "/login",
    title: "Login",
    description: "Log in to order tools and follow your orders.",
    access: "public",
    module: "features/identity/LoginPage.tsx",
  },
  signup: {
    path: "/signup",
    title: "Sign Up",
    description: "Create an account to order tools.",
    access: "public",
    module: "features/identity/SignUpPage.tsx",
  },
  finish: {
    path: "/finish",
    title: "Finish your account",
    description: "Add your e-mail address to complete your account.",
    access: "unlisted",
    module: "features/identity/CompleteProfilePage.tsx",
  },
  resetPassword: {
    path: "/reset-password",
    title: "Reset password",
    description: "Choose a new password with a link that we e-mail to you.",
    access: "unlisted",
    module: "features/identity/ResetPasswordPage.tsx",
  },
  emailLogin: {
    path: "/email-login",
    title: "Log in by e-mail",
    description: "Log in with a link that we e-mail to you.",
    access: "unlisted",
    module: "features/identity/EmailLoginPage.tsx",
  },
  verifyEmail: {
    path: "/verify-email",
    title: "Confirm your e-mail",
    description: "Confirm the e-mail address that you signed up with.",
    access: "unlisted",
    module: "features/identity/VerifyEmailPage.tsx",
  },
  privacy: {
    path: "/privacy",
    title: "Privacy",
    description: "What we keep about you, and why.",
    access: "public",
    module: "features/shop-settings/LegalPage.tsx",
    rendered: true,
  },
  terms: {
    path: "/terms",
    title: "Terms of sale",
    description: "How you order from us, and how we sell.",
    access: "public",
    module: "features/shop-settings/LegalPage.tsx",
    rendered: true,
  },
  returns: {
    path: "/returns",
    title: "Returns",
    description: "What you can send back, and how.",
    access: "public",
    module: "features/shop-settings/LegalPage.tsx",
    rendered: true,
  },
  purchase: {
    path: "/tools/:toolsId",
    title: "Purchase",
    access: "signed-in",
    module: "features/orders/PurchasePage.tsx",
    parent: "/tool",
  },
  dashboard: {
    path: "/dashboard",
    title: "Dashboard",
    access: "signed-in",
    module: "features/profiles/ProfilePage.tsx",
    sidebar: { text: "Users Profile" },
  },
  account: {
    path: "/dashboard/account",
    title: "Account & security",
    access: "signed-in",
    module: "features/identity/account/AccountPage.tsx",
    parent: "/dashboard",
  },
  myOrders: {
    path: "/dashboard/myOrders",
    title: "My Orders",
    access: "customer",
    module: "features/orders/MyOrdersPage.tsx",
    sidebar: { text: "My Orders", role: "customer" },
  },
  receipt: {
    path: "/dashboard/myOrders/:id/receipt",
    title: "Receipt",
    access: "signed-in",
    module: "features/orders/ReceiptPage.tsx",
    parent: "/dashboard/myOrders",
  },
  review: {
    path: "/dashboard/review",
    title: "Review",
    access: "signed-in",
    module: "features/reviews/ReviewPage.tsx",
    sidebar: { text: "Reviews", role: "customer" },
  },
  payment: {
    path: "/dashboard/payment/:id",
    title: "Payment",
    access: "signed-in",
    module: "features/payments/PaymentPage.tsx",
    parent: "/dashboard/myOrders",
    ownDocument: true,
  },
  users: {
    path: "/dashboard/users",
    title: "Users",
    access: "admin",
    module: "features/users/UsersPage.tsx",
    sidebar: { text: "Make admin page", role: "admin" },
  },
  customer: {
    path: "/dashboard/users/:id",
    title: "Customer",
    access: "admin",
    module: "features/users/CustomerPage.tsx",
    parent: "/dashboard/users",
  },
  addTool: {
    path: "/dashboard/addProduct",
    title: "Add Tool",
    access: "staff",
    module: "features/catalogue/AddToolPage.tsx",
    sidebar: { text: "Add Tool", role: "staff" },
  },
  manageTools: {
    path: "/dashboard/manageProduct",
    title: "Manage Tool",
    access: "staff",
    module: "features/catalogue/ManageToolsPage.tsx",
    sidebar: { text: "Manage Tool", role: "staff" },
  },
  editTool: {
    path: "/dashboard/manageProduct/:toolId",
    title: "Edit Tool",
    access: "staff",
    module: "features/catalogue/EditToolPage.tsx",
    parent: "/dashboard/manageProduct",
  },
  categories: {
    path: "/dashboard/categories",
    title: "Categories",
    access: "admin",
    module: "features/catalogue/CategoriesPage.tsx",
    parent: "/dashboard/manageProduct",
  },
  removedTools: {
    path: "/dashboard/removedTools",
    title: "Removed tools",
    access: "admin",
    module: "features/catalogue/RemovedToolsPage.tsx",
    parent: "/dashboard/manageProduct",
  },
  importTools: {
    path: "/dashboard/importTools",
    title: "Import tools",
    access: "admin",
    module: "features/catalogue/ImportToolsPage.tsx",
    parent: "/dashboard/manageProduct",
  },
  manageOrders: {
    path: "/dashboard/manageOrders",
    title: "Manage Orders",
    access: "staff",
    module: "features/orders/ManageOrdersPage.tsx",
    sidebar: { text: "Manage Orders", role: "staff" },
  },
  manageOrder: {
    path: "/dashboard/manageOrders/:id",
    title: "Order",
    access: "staff",
    module: "features/orders/OrderPage.tsx",
    parent: "/dashboard/manageOrders",
  },
  packingSlip: {
    path: "/dashboard/manageOrders/:id/slip",
    title: "Packing slip",
    access: "staff",
    module: "features/orders/PackingSlipPage.tsx",
    parent: "/dashboard/manageOrders",
  },
  manageReviews: {
    path: "/dashboard/manageReviews",
    title: "Manage Reviews",
    access: "admin",
    module: "features/reviews/ManageReviewsPage.tsx",
    sidebar: { text: "Manage Reviews", role: "admin" },
  },
  figures: {
    path: "/dashboard/figures",
    title: "Figures",
    access: "admin",
    module: "features/figures/FiguresPage.tsx",
    sidebar: { text: "Figures", role: "admin" },
  },
  reconciliation: {
    path: "/dashboard/books",
    title: "Books",
    access: "admin",
    module: "features/reconciliation/ReconciliationPage.tsx",
    sidebar: { text: "Books", role: "admin" },
  },
  shopSettings: {
    path: "/dashboard/shop",
    title: "Shop settings",
    access: "admin",
    module: "features/shop-settings/ShopSettingsPage.tsx",
    sidebar: { text: "Shop settings", role: "admin" },
  },
  settingsHistory: {
    path: "/dashboard/settingsHistory",
    title: "Settings history",
    access: "admin",
    module: "features/shop-settings/SettingsHistoryPage.tsx",
    parent: "/dashboard/shop",
  },
  webhooks: {
    path: "/dashboard/webhooks",
    title: "Webhooks",
    access: "admin",
    module: "features/webhooks/WebhooksPage.tsx",
    parent: "/dashboard/shop",
  },
  webhook: {
    path: "/dashboard/webhooks/:id",
    title: "Webhook",
    access: "admin",
    module: "features/webhooks/WebhookPage.tsx",
    parent: "/dashboard/shop",
  },
  auditLog: {
    path: "/dashboard/audit",
    title: "Audit log",
    access: "admin",
    module: "features/audit-log/AuditLogPage.tsx",
    sidebar: { text: "Audit log", role: "admin" },
  },
  apiKeys: {
    path: "/dashboard/keys",
    title: "API keys",
    access: "admin",
    module: "features/api-keys/ApiKeysPage.tsx",
    parent: "/dashboard",
  },
  undeliveredEmail: {
    path: "/dashboard/mails",
    title: "Undelivered e-mail",
    access: "admin",
    module: "features/undelivered-email/UndeliveredEmailPage.tsx",
    parent: "/dashboard",
  },
  notFound: {
    path: "*",
    title: "Page not found",
    description: "There is no page at this address.",
    access: "unlisted",
    module: "features/site/NotFoundPage.tsx",
  },
} as const satisfies Record<string, Page>;

export const allPages: Page[] = Object.values(pages);

type Paths = { readonly [Name in keyof typeof pages]: (typeof pages)[Name]["path"] };

/** `paths.tools` is "/tool". */
export const paths = Object.fromEntries(
  Object.entries(pages).map(([name, { path }]) => [name, path]),
) as Paths;

/** The public page of a tool. */
export const toolPath = ({ slug }: { slug: string }) => `${paths.tools}/${slug}`;

export const categoryPath = ({ slug }: { slug: string }) => `/category/${slug}`;

export const purchasePath = (toolId: string) => `/tools/${encodeURIComponent(toolId)}`;

/** The id of the tool that a path of the purchase page is for. */
export const purchasedToolId = (path: string) =>
  matchPath(paths.purchase, path.split(/[?#]/)[0] ?? path)?.params.toolsId;

export const paymentPath = (orderId: string) => `/dashboard/payment/${encodeURIComponent(orderId)}`;

export const receiptPath = (orderId: string) =>
  `${paths.myOrders}/${encodeURIComponent(orderId)}/receipt`;

export const manageOrderPath = (orderId: string) =>
  `${paths.manageOrders}/${encodeURIComponent(orderId)}`;

export const customerPath = (userId: string) => `${paths.users}/${encodeURIComponent(userId)}`;

export const packingSlipPath = (orderId: string) => `${manageOrderPath(orderId)}/slip`;

export const webhookPath = (id: string) => `${paths.webhooks}/${encodeURIComponent(id)}`;

export const editToolPath = (toolId: string) =>
  `${paths.manageTools}/${encodeURIComponent(toolId)}`;

export const isDashboardPath = (path: string) => path.startsWith(paths.dashboard);

/** Whether a page for one role opens for another. */
export const admits = (required: Role, role: Role | undefined) =>
  required === role ||
  (role === "staff" ? required === "customer" : required === "staff" && role === "admin");

/** The links of the dashboard's sidebar. Before the role is known, those that are for all. */
export const sidebarLinks = (role: Role | undefined) =>
  allPages.flatMap(({ path, sidebar }) =>
    sidebar && (!sidebar.role || admits(sidebar.role, role))
      ? { to: path, text: sidebar.text }
      : [],
  );

/** The page at a path without query and fragment. */
export const pageAt = (pathname: string): Page | undefined =>
  allPages.find(({ path }) => matchPath(path, pathname));

export const hasOwnDocument = (pathname: string) => pageAt(pathname)?.ownDocument === true;

export const documentTitle = (shop: { name: string; tagline: string }, title?: string) =>
  title ? `${title} · ${shop.name}` : [shop.name, shop.tagline].filter(Boolean).join(" · ");
