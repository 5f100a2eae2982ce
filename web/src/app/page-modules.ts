import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Params } from "react-router";
import type { pages } from "../pages.ts";

export interface PageModule {
  default: ComponentType;
  /** Loads what the page shows first, ahead of the click that opens it. */
  prefetch?: (queryClient: QueryClient, params: Params) => void;
}

export type LoadModule = () => Promise<PageModule>;

/** The components of the pages. build/pages-json.ts reads this table, too. */
export const pageModules: { readonly [Name in keyof typeof pages]: LoadModule } = {
  home: () => import("../features/home/HomePage.tsx"),
  homeByName: () => import("../features/home/HomePage.tsx"),
  tools: () => import("../features/catalogue/ToolsPage.tsx"),
  tool: () => import("../features/tool-page/ToolPage.tsx"),
  category: () => import("../features/catalogue/ToolsPage.tsx"),
  blogs: () => import("../features/site/BlogsPage.tsx"),
  portfolio: () => import("../features/site/PortfolioPage.tsx"),
  reviews: () => import("../features/reviews/AllReviewsPage.tsx"),
  login: () => import("../features/identity/LoginPage.tsx"),
  signup: () => import("../features/identity/SignUpPage.tsx"),
  finish: () => import("../features/identity/CompleteProfilePage.tsx"),
  resetPassword: () => import("../features/identity/ResetPasswordPage.tsx"),
  emailLogin: () => import("../features/identity/EmailLoginPage.tsx"),
  verifyEmail: () => import("../features/identity/VerifyEmailPage.tsx"),
  privacy: () => import("../features/shop-settings/LegalPage.tsx"),
  terms: () => import("../features/shop-settings/LegalPage.tsx"),
  returns: () => import("../features/shop-settings/LegalPage.tsx"),
  purchase: () => import("../features/orders/PurchasePage.tsx"),
  dashboard: () => import("../features/profiles/ProfilePage.tsx"),
  account: () => import("../features/identity/account/AccountPage.tsx"),
  myOrders: () => import("../features/orders/MyOrdersPage.tsx"),
  receipt: () => import("../features/orders/ReceiptPage.tsx"),
  review: () => import("../features/reviews/ReviewPage.tsx"),
  payment: () => import("../features/payments/PaymentPage.tsx"),
  users: () => import("../features/users/UsersPage.tsx"),
  customer: () => import("../features/users/CustomerPage.tsx"),
  addTool: () => import("../features/catalogue/AddToolPage.tsx"),
  manageTools: () => import("../features/catalogue/ManageToolsPage.tsx"),
  editTool: () => import("../features/catalogue/EditToolPage.tsx"),
  categories: () => import("../features/catalogue/CategoriesPage.tsx"),
  removedTools: () => import("../features/catalogue/RemovedToolsPage.tsx"),
  importTools: () => import("../features/catalogue/ImportToolsPage.tsx"),
  manageOrders: () => import("../features/orders/ManageOrdersPage.tsx"),
  enterOrder: () => import("../features/orders/EnterOrderPage.tsx"),
  manageOrder: () => import("../features/orders/OrderPage.tsx"),
  packingSlip: () => import("../features/orders/PackingSlipPage.tsx"),
  manageReviews: () => import("../features/reviews/ManageReviewsPage.tsx"),
  figures: () => import("../features/figures/FiguresPage.tsx"),
  reconciliation: () => import("../features/reconciliation/ReconciliationPage.tsx"),
  shopSettings: () => import("../features/shop-settings/ShopSettingsPage.tsx"),
  settingsHistory: () => import("../features/shop-settings/SettingsHistoryPage.tsx"),
  webhooks: () => import("../features/webhooks/WebhooksPage.tsx"),
  webhook: () => import("../features/webhooks/WebhookPage.tsx"),
  auditLog: () => import("../features/audit-log/AuditLogPage.tsx"),
  apiKeys: () => import("../features/api-keys/ApiKeysPage.tsx"),
  undeliveredEmail: () => import("../features/undelivered-email/UndeliveredEmailPage.tsx"),
  notFound: () => import("../features/site/NotFoundPage.tsx"),
};
