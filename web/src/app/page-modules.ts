import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Params } from "react-router";
import { dashboardPages } from "../dashboard-pages.ts";
import type { pages } from "../pages.ts";

export interface PageModule {
  default: ComponentType;
  /** Loads what the page shows first, ahead of the click that opens it. */
  prefetch?: (queryClient: QueryClient, params: Params) => void;
}

export type LoadModule = () => Promise<PageModule>;

type DashboardPageName = keyof typeof dashboardPages;

/** The components of the public pages and of purchases. build/pages-json.ts reads this table, too. */
const shopPageModules: Record<Exclude<keyof typeof pages, DashboardPageName>, LoadModule> = {
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
  notFound: () => import("../features/site/NotFoundPage.tsx"),
};

/** Their table has the names of many files, which visitors do not need. */
const dashboardPageModules = Object.fromEntries(
  Object.keys(dashboardPages).map((name) => [
    name,
    async () => {
      const { dashboardPageModules } = await import("./dashboard-page-modules.ts");
      return dashboardPageModules[name as DashboardPageName]();
    },
  ]),
) as Record<DashboardPageName, LoadModule>;

export const pageModules: { readonly [Name in keyof typeof pages]: LoadModule } = {
  ...shopPageModules,
  ...dashboardPageModules,
};
