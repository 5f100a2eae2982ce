import { QueryClientProvider } from "@tanstack/react-query";
import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { Category, Post, Review, Tool } from "../api/client.ts";
import { makeQueryClient } from "../api/query-client.ts";
import { SessionProvider } from "../api/session/SessionProvider.tsx";
import { App } from "../app/App.tsx";
import { loadPreloadedData } from "../app/preloaded-data.ts";
import { loadPage, routes } from "../app/routes.tsx";
import { isFirstRender } from "../first-render.ts";
import { pages } from "../pages.ts";
import { RENDERED } from "./page-facts.ts";
import { type PageInput, renderPage } from "./render-page.tsx";

const AT = "2026-11-20T10:00:00Z";

const tool = (name: string, stock: number, price: number): Tool => ({
  _id: name,
  slug: name,
  name: `${name} & <b>`,
  description: `${name} for the border.`,
  price,
  img: `${window.location.origin}/images/${name}/350.webp`,
  availableQuantity: stock,
  minimumQuantity: 12,
  createdAt: AT,
  revision: 1,
});
const tools = [tool("hoe", 48_000, 1_234.5), tool("rake", 30, 9), tool("spade", 0, 20)];
const moreTools = Array.from({ length: 9 }, (_, place) => tool(`fork-${place}`, 50, 30));
const category: Category = { _id: "1", slug: "hoes", name: "Hoes" };
const review: Review = {
  _id: "1",
  name: "Ada",
  review: "It digs.",
  rating: 4.5,
  reply: "Thanks.",
  createdAt: AT,
};
const post: Post = {
  _id: "1",
  slug: "digging",
  title: "Digging",
  picture: "/images/hoe/350.webp",
  pictureAlt: "A hoe",
  summary: "Dig deep.",
  publishedAt: AT,
  createdAt: AT,
  changedAt: AT,
};
const facets = {
  categories: [{ slug: "hoes", count: 3 }],
  inStock: 2,
  prices: [{ from: null, to: 9.99, count: 1 }],
  minimums: [{ upTo: 12, count: 3 }],
  near: [],
};

const list = (key: unknown[], rows: unknown[]) => ({
  key,
  data: { pages: [{ rows, total: rows.length, next: null }], pageParams: [null] },
});
const queries: PageInput["queries"] = [
  { key: ["tools", { sort: "newest", limit: 6 }], data: tools },
  { key: ["reviews", { sort: "newest", limit: 3 }], data: [review] },
  { key: ["categories"], data: [category] },
  list(["tools", "pages", { sort: "newest" }], [...tools, ...moreTools]),
  list(["tools", "pages", { sort: "relevance", q: "hoe" }], tools.slice(0, 1)),
  list(["tools", "pages", { sort: "newest", category: "hoes" }], tools.slice(0, 2)),
  { key: ["tool-facets", {}], data: facets },
  list(["reviews", "pages", { sort: "newest" }], [review]),
  {
    key: ["tools", "page", "hoe"],
    data: {
      tool: {
        ...tools[0],
        priceSteps: [{ from: 48, price: 1_100 }],
        pictures: ["hoe", "hoe-2"].map((name) => ({ url: `/images/${name}/350.webp`, alt: name })),
      },
      categories: [category],
      rating: { average: 4.5, count: 1, stars: [0, 0, 0, 0, 0, 1] },
      reviews: [review],
      related: tools.slice(1),
    },
  },
  list(["posts", "pages", {}], [post]),
  {
    key: ["posts", "page", "digging"],
    data: {
      ...post,
      content: [{ tag: "p", children: ["Dig ", { tag: "strong", children: ["deep"] }] }],
    },
  },
  { key: ["posts", "page", ":slug"], data: null },
  {
    key: ["tools", "page", ":slug"],
    data: { missing: 410 },
  },
  {
    key: ["shop-settings"],
    data: {
      privacy: "Our data\n\nWe keep little.",
      terms: "",
      returns: "",
      drafts: ["privacy"],
      aboutContent: [
        {
          tag: "p",
          children: [
            "We ",
            { tag: "a", href: "/tool", children: ["forge"] },
            { tag: "br", children: [] },
          ],
        },
      ],
    },
  },
];

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockReturnValue(new Promise(() => {}));
  vi.stubGlobal("EventSource", class extends EventTarget {});
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
});

const SHOP = { aboutTitle: "Fern" };

const texts: Record<string, string> = {
  "/": "Browse All Tools",
  "/home": "What Our Customer Says",
  "/tool": "fork-8 &amp; &lt;b&gt;",
  "/tool?q=hoe": "1 tool found",
  "/tool/hoe": "12 minimum, from $14,814.00",
  "/category/hoes": ">Hoes</h1>",
  "/blogs": "prototypal inheritance",
  "/blogs/digging": "<strong>deep</strong>",
  "/portfolio": "Education",
  "/about": '<a href="/tool">forge</a>',
  "/allReview": "It digs.",
  "/privacy": "Our data</h2>",
  "/terms": "Terms of sale</h1>",
  "/returns": "Returns</h1>",
  "/basket": "Your basket is empty",
  // What is missing is rendered once for all addresses.
  "/nowhere/at/all as /*": "Nothing grows here",
  "/tool/sold-out as /tool/:slug": "This tool is no longer for sale",
  "/blogs/nails as /blogs/:slug": "We don’t have this post",
  "/category/nails as /category/:slug": "We don’t have this category",
};

test("every page that the server renders is tested here", () => {
  const paths = RENDERED.map((name): string => pages[name].path.replace("*", "/*"));
  expect(Object.keys(texts).map((name) => name.split(" as ").at(-1)?.split("?")[0])).toEqual(
    expect.arrayContaining(paths.filter((path) => !path.includes(":"))),
  );
});

test.each(Object.entries(texts))("the browser takes over %s as it is", async (name, text) => {
  document.body.innerHTML = '<div id="root" data-rendered></div>';
  localStorage.setItem("accessToken", "of a visitor who is logged in");
  localStorage.setItem("tool-view", "cards");
  const errors = vi.spyOn(console, "error");
  const [address = "", template] = name.split(" as ");
  const [path = "", query] = address.split("?");
  const search = query ? `?${query}` : "";
  const known = queries.filter(({ key }) => template || !key.includes(":slug"));
  const html = renderPage({
    path: template ?? path,
    search,
    origin: window.location.origin,
    shop: SHOP,
    currency: { sign: "$", code: "CAD" },
    queries: known,
  });
  expect(html).toContain(text);
  expect(html, "the policy forbids inline styles and scripts").not.toMatch(
    / style=|<script|<style/,
  );

  const root = document.getElementById("root");
  if (!root) throw new Error("no root");
  root.innerHTML = html;
  window.history.pushState(null, "", address);
  await loadPage(path);
  const queryClient = makeQueryClient();
  const preloaded = document.createElement("div");
  preloaded.innerHTML = `<p id="shell-data"></p>`;
  preloaded.children[0]?.append(JSON.stringify({ queries: known }));
  loadPreloadedData(queryClient, preloaded, path);
  const recovered: unknown[] = [];
  const app = await act(async () =>
    hydrateRoot(
      root,
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <SessionProvider hasToken>
            <App routes={routes} />
          </SessionProvider>
        </BrowserRouter>
      </QueryClientProvider>,
      { onRecoverableError: (error) => recovered.push(error) },
    ),
  );
  expect(recovered).toEqual([]);
  expect(errors.mock.calls).toEqual([]);
  expect(isFirstRender()).toBe(false);
  await act(async () => app.unmount());
});
