import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../api/query-client.ts";
import { SessionProvider } from "../api/session/SessionProvider.tsx";
import { clearToken } from "../api/session/token.ts";
import { setShop } from "../api/shop.ts";
import { returnTo } from "../features/accounts/identity/return-to.ts";
import { pages } from "../pages.ts";
import { App } from "./App.tsx";
import { loadPage, routes } from "./routes.tsx";

/** Replaces the content of pages, so that they are quick to load and request nothing. */
vi.mock("./page-modules.ts", async (importOriginal) => {
  const { pageModules } = await importOriginal<typeof import("./page-modules.ts")>();
  const names = Object.keys(pageModules).filter((name) => name !== "login");
  const empty = names.map((name) => [name, async () => ({ default: () => `The ${name} page` })]);
  return { pageModules: { ...pageModules, ...Object.fromEntries(empty) } };
});

type PageName = keyof typeof pages;

const OPEN_TO = {
  everyone: {
    home: "/",
    homeByName: "/home",
    tools: "/tool",
    tool: "/tool/garden-hoe",
    category: "/category/hoes",
    blogs: "/blogs",
    post: "/blogs/how-to-dig",
    portfolio: "/portfolio",
    about: "/about",
    reviews: "/allReview",
    login: "/login",
    signup: "/signup",
    finish: "/finish",
    resetPassword: "/reset-password",
    emailLogin: "/email-login",
    verifyEmail: "/verify-email",
    privacy: "/privacy",
    terms: "/terms",
    returns: "/returns",
    basket: "/basket",
    guestOrder: "/guest-order",
    checkout: "/checkout",
    notFound: "/no/such/page",
  },
  accounts: {
    placedPurchase: "/purchases/7",
    invoice: "/purchases/7/invoice",
    creditNote: "/purchases/7/credit-notes/17",
    purchase: "/tools/42",
    dashboard: "/dashboard",
    account: "/dashboard/account",
    receipt: "/dashboard/myOrders/7/receipt",
    review: "/dashboard/review",
    payment: "/dashboard/payment/7",
  },
  customers: { myOrders: "/dashboard/myOrders" },
  "the shop’s staff": {
    addTool: "/dashboard/addProduct",
    manageTools: "/dashboard/manageProduct",
    editTool: "/dashboard/manageProduct/42",
    stockHistory: "/dashboard/manageProduct/42/stock",
    manageOrders: "/dashboard/manageOrders",
    enterOrder: "/dashboard/enterOrder",
    manageOrder: "/dashboard/manageOrders/7",
    packingSlip: "/dashboard/manageOrders/7/slip",
    managePosts: "/dashboard/posts",
    newPost: "/dashboard/posts/new",
    editPost: "/dashboard/posts/7",
  },
  "the shop’s admins": {
    users: "/dashboard/users",
    customer: "/dashboard/users/3",
    categories: "/dashboard/categories",
    removedTools: "/dashboard/removedTools",
    importTools: "/dashboard/importTools",
    manageReviews: "/dashboard/manageReviews",
    figures: "/dashboard/figures",
    reconciliation: "/dashboard/books",
    shopSettings: "/dashboard/shop",
    settingsHistory: "/dashboard/settingsHistory",
    emailTexts: "/dashboard/emails",
    editEmailTexts: "/dashboard/emails/order_paid",
    webhooks: "/dashboard/webhooks",
    webhook: "/dashboard/webhooks/5",
    quebec: "/dashboard/quebec",
    redirects: "/dashboard/redirects",
    movingIn: "/dashboard/movingIn",
    auditLog: "/dashboard/audit",
    apiKeys: "/dashboard/keys",
    undeliveredEmail: "/dashboard/mails",
  },
} satisfies Record<string, Partial<Record<PageName, string>>>;

type Audience = keyof typeof OPEN_TO;
const ROLES = ["signed out", "customer", "staff", "admin"] as const;
type Visitor = (typeof ROLES)[number];

const ADMITTED: Record<Audience, readonly Visitor[]> = {
  everyone: ROLES,
  accounts: ["customer", "staff", "admin"],
  customers: ["customer", "staff"],
  "the shop’s staff": ["staff", "admin"],
  "the shop’s admins": ["admin"],
};

const PAGES = Object.entries(OPEN_TO).flatMap(([audience, paths]) =>
  Object.entries(paths).map(([name, path]) => ({ audience: audience as Audience, name, path })),
);

let visitor: Visitor;

beforeEach(() => {
  setShop({ aboutTitle: "About us" });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { pathname } = new URL((input as Request).url);
    if (pathname === "/api/identity/session" && visitor === "signed out")
      return Response.json({ code: "unauthenticated" }, { status: 401 });
    if (pathname === "/api/identity/session")
      return Response.json({ uid: "1", email: "ann@example.com", displayName: "Ann" });
    if (pathname.startsWith("/api/user/"))
      return Response.json({ token: "t", expiresAt: new Date(Date.now() + 3_600_000) });
    if (pathname.startsWith("/api/admin/"))
      return Response.json({ admin: visitor === "admin", role: visitor });
    return Response.json([]);
  });
});

const Address = () => <output data-testid="address">{useLocation().pathname}</output>;

async function visit(path: string) {
  localStorage.clear();
  clearToken();
  await loadPage(path);
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <SessionProvider hasToken={visitor !== "signed out"}>
          <App routes={routes} />
          <Address />
        </SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const expectPage = (name: string) =>
  name === "login" ? screen.findByLabelText("Password") : screen.findByText(`The ${name} page`);

test.each(PAGES)("$path opens for $audience only, also after a login", async (page) => {
  const { audience, name, path } = page;
  for (const role of ROLES) {
    visitor = role;
    const isOpen = ADMITTED[audience].includes(role);
    await visit(path);
    await expectPage(isOpen ? name : "login");
    expect(screen.getByTestId("address").textContent, role).toBe(isOpen ? path : "/login");
    if (role === "signed out") expect(screen.queryByText("Sign Out")).toBeNull();
    else await screen.findByText("Sign Out");
    if (!isOpen && role !== "signed out") {
      const text = `Signed in as ann@example.com; this page is for ${audience}.`;
      expect(await screen.findByText(/this page is for/), role).toHaveTextContent(text);
    }
    if (role !== "signed out") {
      const from = `${path}?from=email#here`;
      expect(returnTo(from, role), role).toBe(isOpen ? from : "/");
    }
    cleanup();
  }
});

test("every page is in the table above", () => {
  expect(PAGES.map(({ name }) => name).toSorted()).toEqual(Object.keys(pages).toSorted());
});

test("the sidebar offers each role its own pages, with the specified names", async () => {
  const own = ["Users Profile", "My Orders", "Reviews"];
  const tools = ["Add Tool", "Manage Tool"];
  for (const [role, links, groups] of [
    ["customer", own, []],
    [
      "staff",
      ["Today", "Manage Orders", ...tools, "Blog posts", ...own],
      ["Orders", "Tools", "Shop", "Account"],
    ],
    [
      "admin",
      [
        ...["Today", "Manage Orders", ...tools, "Categories", "Import tools"],
        ...["Make admin page", "Manage Reviews", "Figures", "Books"],
        ...["Shop settings", "Blog posts", "E-mails", "Ready for Québec", "Old addresses"],
        ...["Moving in", "Audit log"],
        "Users Profile",
      ],
      ["Orders", "Tools", "Customers", "Money", "Shop", "Account"],
    ],
  ] as const) {
    visitor = role;
    await visit("/dashboard");
    const sidebar = within(await screen.findByRole("navigation", { name: "Dashboard" }));
    const texts = () => sidebar.queryAllByRole("link").map(({ textContent }) => textContent);
    await waitFor(() => expect(texts(), role).toEqual(links));
    const lists = sidebar.getAllByRole("list").slice(groups.length && 1);
    for (const [index, name] of groups.entries()) expect(lists[index]).toHaveAccessibleName(name);
    expect(lists, role).toHaveLength(groups.length || 1);
    cleanup();
  }
});
