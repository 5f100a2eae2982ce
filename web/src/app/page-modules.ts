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
  home: () => import("../features/site/home/HomePage.tsx"),
  homeByName: () => import("../features/site/home/HomePage.tsx"),
  tools: () => import("../features/catalogue/listing/ToolsPage.tsx"),
  tool: () => import("../features/site/tool-page/ToolPage.tsx"),
  category: () => import("../features/catalogue/listing/ToolsPage.tsx"),
  blogs: () => import("../features/site/articles/BlogsPage.tsx"),
  post: () => import("../features/site/articles/PostPage.tsx"),
  portfolio: () => import("../features/site/articles/PortfolioPage.tsx"),
  about: () => import("../features/site/articles/AboutPage.tsx"),
  reviews: () => import("../features/sales/reviews/AllReviewsPage.tsx"),
  login: () => import("../features/accounts/identity/LoginPage.tsx"),
  signup: () => import("../features/accounts/identity/SignUpPage.tsx"),
  finish: () => import("../features/accounts/identity/CompleteProfilePage.tsx"),
  resetPassword: () => import("../features/accounts/identity/ResetPasswordPage.tsx"),
  emailLogin: () => import("../features/accounts/identity/EmailLoginPage.tsx"),
  verifyEmail: () => import("../features/accounts/identity/VerifyEmailPage.tsx"),
  privacy: () => import("../features/site/legal/LegalPage.tsx"),
  terms: () => import("../features/site/legal/LegalPage.tsx"),
  returns: () => import("../features/site/legal/LegalPage.tsx"),
  basket: () => import("../features/sales/basket/BasketPage.tsx"),
  checkout: () => import("../features/sales/payments/checkout/CheckoutPage.tsx"),
  guestOrder: () => import("../features/sales/payments/checkout/GuestOrderPage.tsx"),
  placedPurchase: () => import("../features/sales/payments/checkout/PlacedPurchasePage.tsx"),
  invoice: () => import("../features/sales/orders/InvoicePage.tsx"),
  creditNote: () => import("../features/sales/orders/CreditNotePage.tsx"),
  purchase: () => import("../features/sales/orders/PurchasePage.tsx"),
  dashboard: () => import("../app/DashboardPage.tsx"),
  account: () => import("../features/accounts/identity/account/AccountPage.tsx"),
  myOrders: () => import("../features/sales/orders/MyOrdersPage.tsx"),
  receipt: () => import("../features/sales/orders/ReceiptPage.tsx"),
  review: () => import("../features/sales/reviews/ReviewPage.tsx"),
  payment: () => import("../features/sales/payments/PaymentPage.tsx"),
  users: () => import("../features/back-office/users/UsersPage.tsx"),
  customer: () => import("../features/back-office/customers/CustomerPage.tsx"),
  addTool: () => import("../features/catalogue/tools/AddToolPage.tsx"),
  manageTools: () => import("../features/catalogue/tools/ManageToolsPage.tsx"),
  editTool: () => import("../features/catalogue/tools/EditToolPage.tsx"),
  stockHistory: () => import("../features/back-office/stock-history/StockHistoryPage.tsx"),
  categories: () => import("../features/catalogue/categories/CategoriesPage.tsx"),
  removedTools: () => import("../features/catalogue/tools/RemovedToolsPage.tsx"),
  importTools: () => import("../features/catalogue/import/ImportToolsPage.tsx"),
  manageOrders: () => import("../features/sales/orders/ManageOrdersPage.tsx"),
  enterOrder: () => import("../features/sales/orders/EnterOrderPage.tsx"),
  manageOrder: () => import("../features/sales/orders/OrderPage.tsx"),
  packingSlip: () => import("../features/sales/orders/PackingSlipPage.tsx"),
  manageReviews: () => import("../features/sales/reviews/ManageReviewsPage.tsx"),
  figures: () => import("../features/back-office/figures/FiguresPage.tsx"),
  reconciliation: () => import("../features/back-office/reconciliation/ReconciliationPage.tsx"),
  shopSettings: () => import("../features/settings/shop-settings/ShopSettingsPage.tsx"),
  managePosts: () => import("../features/settings/posts/ManagePostsPage.tsx"),
  newPost: () => import("../features/settings/posts/EditPostPage.tsx"),
  editPost: () => import("../features/settings/posts/EditPostPage.tsx"),
  settingsHistory: () => import("../features/settings/shop-settings/SettingsHistoryPage.tsx"),
  emailTexts: () => import("../features/settings/email-texts/EmailTextsPage.tsx"),
  editEmailTexts: () => import("../features/settings/email-texts/EmailTextsEditorPage.tsx"),
  webhooks: () => import("../features/settings/webhooks/WebhooksPage.tsx"),
  webhook: () => import("../features/settings/webhooks/WebhookPage.tsx"),
  redirects: () => import("../features/settings/redirects/RedirectsPage.tsx"),
  movingIn: () => import("../features/back-office/moving-in/MovingInPage.tsx"),
  auditLog: () => import("../features/back-office/audit-log/AuditLogPage.tsx"),
  apiKeys: () => import("../features/accounts/api-keys/ApiKeysPage.tsx"),
  undeliveredEmail: () =>
    import("../features/back-office/undelivered-email/UndeliveredEmailPage.tsx"),
  notFound: () => import("../features/site/NotFoundPage.tsx"),
};
