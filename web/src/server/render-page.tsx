import { QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { createPath, Router } from "react-router";
import { makeQueryClient } from "../api/query-client.ts";
import { SessionProvider } from "../api/session/SessionProvider.tsx";
import { type Shop, setShop } from "../api/shop.ts";
import { App } from "../app/App.tsx";
import { ShopLayout } from "../app/layouts/ShopLayout.tsx";
import { pageRoute } from "../app/page-route.tsx";
import ToolsPage from "../features/catalogue/listing/ToolsPage.tsx";
import BasketPage from "../features/sales/basket/BasketPage.tsx";
import AllReviewsPage from "../features/sales/reviews/AllReviewsPage.tsx";
import AboutPage from "../features/site/articles/AboutPage.tsx";
import BlogsPage from "../features/site/articles/BlogsPage.tsx";
import PortfolioPage from "../features/site/articles/PortfolioPage.tsx";
import PostPage from "../features/site/articles/PostPage.tsx";
import HomePage from "../features/site/home/HomePage.tsx";
import LegalPage from "../features/site/legal/LegalPage.tsx";
import NotFoundPage from "../features/site/NotFoundPage.tsx";
import ToolPage from "../features/site/tool-page/ToolPage.tsx";
import { setCurrency } from "../money.ts";
import { setShopOrigin } from "../origin.ts";
import { pages } from "../pages.ts";
import { RENDERED } from "./page-facts.ts";

/** What server/src/site/renderer/mod.rs passes. */
export interface PageInput {
  path: string;
  /** The query with its `?`, or an empty text. */
  search: string;
  origin: string;
  /** What differs from the first values. */
  shop: Partial<Shop> | null;
  currency: { sign: string; code: string };
  queries: { key: QueryKey; data: unknown }[];
}

const components: Record<(typeof RENDERED)[number], ComponentType> = {
  home: HomePage,
  homeByName: HomePage,
  tools: ToolsPage,
  tool: ToolPage,
  category: ToolsPage,
  blogs: BlogsPage,
  post: PostPage,
  portfolio: PortfolioPage,
  about: AboutPage,
  reviews: AllReviewsPage,
  privacy: LegalPage,
  terms: LegalPage,
  returns: LegalPage,
  basket: BasketPage,
  notFound: NotFoundPage,
};

const routes = [
  {
    element: <ShopLayout />,
    children: RENDERED.map((name) => {
      const Content = components[name];
      return pageRoute(pages[name], <Content />);
    }),
  },
];

const unused = () => {
  throw new Error("a page must not navigate while it renders");
};
const navigator = {
  createHref: (to: Parameters<typeof createPath>[0] | string) =>
    typeof to === "string" ? to : createPath(to),
  go: unused,
  push: unused,
  replace: unused,
};

/** React writes it in place of what failed inside a boundary. No text can contain it, because React escapes `<`. */
const FAILED = "<!--$!-->";

/** The HTML inside #root, the same that the browser's first render makes. Throws if a part of it fails. */
export function renderPage(input: PageInput): string {
  const { path, search, origin, shop, queries } = input;
  setShopOrigin(origin);
  setShop(shop ?? undefined);
  setCurrency(input.currency);
  const queryClient = makeQueryClient();
  for (const { key, data } of queries) queryClient.setQueryData(key, data);
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <Router location={path + search} navigator={navigator} static>
        <SessionProvider hasToken={false}>
          <App routes={routes} />
        </SessionProvider>
      </Router>
    </QueryClientProvider>,
  );
  if (html.includes(FAILED)) throw new Error(`a component of ${path} failed`);
  return html;
}
