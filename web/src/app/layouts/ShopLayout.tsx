import { useEffect } from "react";
import { Outlet, useLocation } from "react-router";
import { LanguageOffer } from "../../features/site/layout/LanguageSwitch.tsx";
import { SiteFooter } from "../../features/site/layout/SiteFooter.tsx";
import { SiteHeader } from "../../features/site/layout/SiteHeader.tsx";
import { endFirstRender } from "../../first-render.ts";
import { paths } from "../../pages.ts";
import { ErrorBoundary } from "../ErrorBoundary.tsx";
import { RouteAnnouncer } from "../RouteAnnouncer.tsx";
import { texts } from "../texts.en.ts";

const DRAWN: Record<string, string> = {
  [paths.checkout]: "checkout",
  [paths.manageOrders]: "manageOrders",
};

export function ShopLayout() {
  useEffect(endFirstRender, []);
  // manage-orders.css and checkout.css draw around them.
  const page = DRAWN[useLocation().pathname];
  return (
    <div className="flex min-h-dvh flex-col" data-page={page}>
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-20 bg-base-100 px-4 py-2 font-medium focus:translate-y-0"
      >
        {texts.skipToContent}
      </a>
      <LanguageOffer />
      <SiteHeader />
      <main id="main" tabIndex={-1} className="min-h-svh grow outline-none">
        <ErrorBoundary>
          <Outlet />
        </ErrorBoundary>
      </main>
      <SiteFooter />
      <RouteAnnouncer />
    </div>
  );
}
