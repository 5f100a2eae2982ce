import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { type Session, send } from "../api/client.ts";
import { makeQueryClient } from "../api/query-client.ts";
import { SessionProvider } from "../api/session/SessionProvider.tsx";
import { clearToken } from "../api/session/token.ts";
import { App } from "./App.tsx";
import { loadPage, routes } from "./routes.tsx";

const ANN: Session = { uid: "1", email: "ann@example.com", displayName: "Ann", photoURL: null };
const BOB: Session = { uid: "2", email: "bob@example.com", displayName: "Bob", photoURL: null };

/** What the server of these tests holds: who has the session cookie, and what each call answers. */
let cookie: Session | undefined;
let admin: boolean;
let passwordTooWeak: boolean;
/** Begins the paths of the calls that fail as without a network. */
let unreachable: string | undefined;
let ordersStatus: number;
let sessionMayAnswer: Promise<void>;

const problem = (status: number, code: string) => Response.json({ code, status }, { status });

function serve(path: string, method: string): Response {
  if (path === "/api/identity/session")
    return cookie ? Response.json(cookie) : problem(401, "unauthenticated");
  if (path === "/api/identity/sign-out") return Response.json({});
  if (path === "/api/identity/sign-in") {
    cookie = ANN;
    return Response.json(ANN);
  }
  if (path.startsWith("/api/user/")) {
    return Response.json({
      result: {},
      token: "t",
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
  }
  if (path.startsWith("/api/profiles/")) return Response.json({});
  if (path.startsWith("/api/admin/"))
    return Response.json(
      passwordTooWeak ? { admin: false, withheldRole: "admin", passwordTooWeak } : { admin },
    );
  if (path === "/api/orders" && method === "GET" && ordersStatus !== 200)
    return problem(ordersStatus, "unauthenticated");
  return Response.json([]);
}

beforeEach(() => {
  cookie = undefined;
  admin = false;
  passwordTooWeak = false;
  unreachable = undefined;
  ordersStatus = 200;
  sessionMayAnswer = Promise.resolve();
  localStorage.clear();
  clearToken();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const { pathname } = new URL(request.url);
    if (unreachable && pathname.startsWith(unreachable)) throw new TypeError("Failed to fetch");
    const answer = serve(pathname, request.method);
    if (pathname === "/api/identity/session") await sessionMayAnswer;
    return answer;
  });
});

const Address = () => <output data-testid="address">{useLocation().pathname}</output>;

async function visit(path: string, hinted = false) {
  await loadPage(path);
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <SessionProvider hasToken={hinted}>
          <App routes={routes} />
          <Address />
        </SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const arriveAt = (path: string) =>
  waitFor(() => expect(screen.getByTestId("address")).toHaveTextContent(new RegExp(`^${path}$`)));

async function logIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText("E-mail"), "ann@example.com");
  await user.type(screen.getByLabelText("Password"), "garden-ann");
  await user.click(screen.getByRole("button", { name: "Login" }));
}

test("a signed-out visitor logs in and is back where they wanted to go", async () => {
  const user = await visit("/dashboard/myOrders");
  await arriveAt("/login");
  await logIn(user);
  await arriveAt("/dashboard/myOrders");
  expect(await screen.findByText("No orders yet")).toBeVisible();
});

test("a customer who then logs in as an admin gets to the page", async () => {
  cookie = BOB;
  const user = await visit("/dashboard/users");
  await screen.findByText(/this page is for the shop’s admins/);
  admin = true;
  await logIn(user);
  await arriveAt("/dashboard/users");
});

test("a signed-out visitor whose account may not open the page is sent home", async () => {
  const user = await visit("/dashboard/users");
  await arriveAt("/login");
  await logIn(user);
  await arriveAt("/");
});

test("a customer on an owner's page is told whom it is for, and stays logged in", async () => {
  cookie = ANN;
  await visit("/dashboard/users");
  expect(await screen.findByText(/this page is for the shop’s admins/)).toBeVisible();
  await arriveAt("/login");
  expect(screen.getByRole("button", { name: "Sign Out" })).toBeVisible();
});

test("an admin on a customer's page is told whom it is for", async () => {
  cookie = ANN;
  admin = true;
  await visit("/dashboard/myOrders");
  expect(await screen.findByText(/this page is for customers/)).toBeVisible();
});

test("an admin with a weak password has a customer's menu and a link to a better one", async () => {
  cookie = ANN;
  passwordTooWeak = true;
  const user = await visit("/dashboard");
  await user.click(await screen.findByRole("link", { name: /Choose a longer one/ }));
  await arriveAt("/dashboard/account");
  const menu = within(screen.getByRole("navigation", { name: "Dashboard" }));
  expect(menu.getByRole("link", { name: "My Orders" })).toBeVisible();
  expect(menu.queryByRole("link", { name: "Manage Orders" })).not.toBeInTheDocument();
});

test("an admin's page leads an admin with a weak password to the account page", async () => {
  cookie = ANN;
  passwordTooWeak = true;
  await visit("/dashboard/manageOrders");
  await arriveAt("/dashboard/account");
});

test.each(["/dashboard", "/dashboard/manageOrders"])(
  "an account without an e-mail that asks for %s is asked for one first",
  async (path) => {
    cookie = { ...ANN, email: null };
    await visit(path);
    await arriveAt("/finish");
    expect(await screen.findByLabelText("E-mail")).toBeVisible();
    expect(screen.getByLabelText("Name")).toHaveValue("Ann");
  },
);

test.each(["/api/identity/session", "/api/admin/", "/api/orders"])(
  "a network error of %s offers a retry and does not redirect",
  async (path) => {
    unreachable = path;
    cookie = ANN;
    const user = await visit("/dashboard/myOrders");
    const alert = within(await screen.findByRole("alert"));
    await arriveAt("/dashboard/myOrders");
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("My Orders");
    unreachable = undefined;
    await user.click(alert.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No orders yet")).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  },
);

test("a spinner shows while authentication loads", async () => {
  cookie = ANN;
  let release = () => {};
  sessionMayAnswer = new Promise((resolve) => {
    release = resolve;
  });
  await visit("/dashboard");
  expect(await screen.findByText("Loading …")).toBeInTheDocument();
  await arriveAt("/dashboard");
  expect(screen.queryByRole("heading", { level: 1 })).not.toBeInTheDocument();
  release();
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Users Profile");
});

test("signing out on a guarded page goes home and leaves no token behind", async () => {
  cookie = ANN;
  const user = await visit("/dashboard");
  await user.click(await screen.findByRole("button", { name: "Sign Out" }));
  await arriveAt("/");
  expect(localStorage.getItem("accessToken")).toBeNull();
});

test.each([401, 403])("%d on my orders signs out and goes home", async (status) => {
  cookie = ANN;
  ordersStatus = status;
  await visit("/dashboard/myOrders");
  await arriveAt("/");
  expect(await screen.findByText("Your session has ended. Please log in again.")).toBeVisible();
  expect(localStorage.getItem("accessToken")).toBeNull();
  expect(await screen.findByRole("link", { name: "Login" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Sign Out" })).not.toBeInTheDocument();
});

test("a login in another tab changes the account here", async () => {
  cookie = ANN;
  await visit("/dashboard");
  expect(await screen.findByDisplayValue("ann@example.com")).toBeVisible();
  cookie = BOB;
  window.dispatchEvent(new StorageEvent("storage", { key: "accessToken", newValue: "bob's" }));
  expect(await screen.findByDisplayValue("bob@example.com")).toBeVisible();
  expect(screen.queryByDisplayValue("ann@example.com")).not.toBeInTheDocument();
});

test("signing out in another tab signs out here", async () => {
  cookie = ANN;
  await visit("/dashboard");
  expect(await screen.findByDisplayValue("ann@example.com")).toBeVisible();
  window.dispatchEvent(new StorageEvent("storage", { key: "accessToken", newValue: null }));
  await arriveAt("/login");
  expect(screen.queryByDisplayValue("ann@example.com")).not.toBeInTheDocument();
});

test.each([
  ["a session that ended by itself", "1", "9 Moss Road"],
  ["Sign Out in another tab", null, ""],
])("after %s, the text of the same account is kept or gone", async (_how, holder, text) => {
  cookie = ANN;
  const user = await visit("/dashboard");
  const address = await screen.findByLabelText("Address");
  await user.type(address, "9 Moss Road");
  if (holder === null) localStorage.removeItem("account");
  cookie = undefined;
  localStorage.removeItem("accessToken");
  window.dispatchEvent(new StorageEvent("storage", { key: "accessToken", newValue: null }));
  await arriveAt("/login");
  await logIn(user);
  await arriveAt("/dashboard");
  expect(await screen.findByLabelText("Address")).toHaveValue(text);
});

test("without the browser's data a call is not made as a visitor's", async () => {
  cookie = ANN;
  await visit("/dashboard");
  expect(await screen.findByDisplayValue("ann@example.com")).toBeVisible();
  localStorage.clear();
  await send("GET /basket");
  const { calls } = vi.mocked(globalThis.fetch).mock;
  const last = calls.at(-1)?.[0] as Request;
  expect(last.headers.get("authorization")).toBe("Bearer t");
});

test("an answer from before logging in does not log out again", async () => {
  let release = () => {};
  sessionMayAnswer = new Promise((resolve) => {
    release = resolve;
  });
  const user = await visit("/login", true);
  await logIn(user);
  await arriveAt("/");
  release();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByRole("button", { name: "Sign Out" })).toBeVisible();
  expect(localStorage.getItem("accessToken")).toBe("t");
});
