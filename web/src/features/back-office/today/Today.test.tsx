import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import Today from "./Today.tsx";
import type { OwnerToday, Today as TodayData } from "./today.ts";

const owner: OwnerToday = {
  days: ["18", "19", "20", "21", "22", "23", "24"].map((day) => ({
    day: `2026-11-${day}`,
    revenue: day === "24" ? 205 : day === "20" ? 1203 : 0,
  })),
  revenue: 1408,
  revenueBefore: 1126.4,
  refundsUnderWay: 1,
  failedRefunds: 0,
  disputes: 0,
  reviewsToApprove: 2,
  backup: { isOverdue: false, isNightly: true, lastAt: new Date().toISOString() },
  opening: [],
  missingPaths: [],
};

const waiting: TodayData = {
  ordersToShip: 12,
  unpaidOrders: 3,
  lowStock: [{ toolId: "7", name: "Draw Hoe", availableQuantity: 4 }],
  lowStockCount: 8,
  owner,
};

function show(today: TodayData, hasTestKeys = false, takesCards = true, isOpening = false) {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <Today
          today={today}
          hasTestKeys={hasTestKeys}
          takesCards={takesCards}
          isOpening={isOpening}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const row = (title: string) => screen.getByText(title).closest("div");
const path = (name: string | RegExp) => screen.getByRole("link", { name }).getAttribute("href");

test("the owner sees what waits, and each number leads to where it is done", () => {
  show(waiting);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Today");
  expect(screen.getByText("Tuesday, November 24")).toBeVisible();
  expect(path("Ship 12 orders")).toBe("/dashboard/manageOrders?state=pending");
  expect(row("Unpaid orders")).toHaveTextContent("3");
  expect(row("Refunds")).toHaveTextContent("1 under way");
  expect(row("Reviews to read")).toHaveTextContent("2");
  expect(row("Books")).toHaveTextContent("Not checked yet");
  expect(row("Last backup")).toHaveTextContent("just now");
  expect(screen.getByText("$205.00")).toBeVisible();
  expect(screen.getByText("$1,408.00")).toBeVisible();
  expect(screen.getByText(/Up 25%/)).toBeVisible();
  expect(screen.getByRole("img")).toHaveAccessibleName(/Friday \$1,203.00.*Tuesday \$205.00/);
  expect(path("Draw Hoe")).toBe("/dashboard/manageProduct/7");
  expect(path("7 more")).toBe("/dashboard/manageProduct?state=low");
});

test("without cards, unpaid orders wait beside those to ship", () => {
  show(waiting, false, false);
  const toShip = within(screen.getByRole("region", { name: "To ship" }));
  expect(toShip.getByRole("link", { name: "3 unpaid orders" })).toHaveAttribute(
    "href",
    "/dashboard/manageOrders?state=unpaid",
  );
  cleanup();
  show(waiting);
  expect(screen.queryByRole("link", { name: "3 unpaid orders" })).not.toBeInTheDocument();
});

test("refused refunds and differences come first", () => {
  const books = { at: new Date().toISOString(), differences: 2 };
  show({ ...waiting, owner: { ...owner, failedRefunds: 1, disputes: 1, books } });
  expect(row("Refunds")).toHaveTextContent("1 failed");
  expect(path("Refunds")).toBe("/dashboard/books");
  expect(row("Disputes")).toHaveTextContent("1");
  expect(row("Books")).toHaveTextContent("2 differences, checked just now");
});

test("staff see orders and stock, and no money", () => {
  show({ ordersToShip: 0, unpaidOrders: 1, lowStock: [], lowStockCount: 0 });
  expect(path("See all orders")).toBe("/dashboard/manageOrders");
  expect(screen.queryByText("Revenue")).not.toBeInTheDocument();
  expect(screen.queryByText("Books")).not.toBeInTheDocument();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

const way = (...done: string[]): OwnerToday["opening"] =>
  (["account", "owner", "shop", "taxes", "delivery", "payment", "firstTool", "open"] as const).map(
    (step) => ({ step, state: done.includes(step) ? "done" : "todo" }),
  );

test("before the shop opens, the next step is open and the done ones can be changed", async () => {
  const opening: OwnerToday["opening"] = [
    ...way("account", "owner", "taxes"),
    { step: "phone", state: "optional" },
  ];
  const quiet = { ...waiting, ordersToShip: 0, unpaidOrders: 0 };
  const user = show({ ...quiet, owner: { ...owner, opening } }, false, false, true);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Your shop");
  expect(screen.queryByText("Revenue")).not.toBeInTheDocument();
  const list = within(screen.getByRole("region", { name: "Before you open" }));
  expect(list.getByText("3 of 8 done")).toBeVisible();
  expect(list.getByLabelText("Name of the shop")).toBeVisible();
  expect(path("Change: Taxes")).toBe("/dashboard/shop?section=taxes&field=homeProvince");
  await user.click(list.getByRole("button", { name: "Do this now: How customers pay" }));
  expect(list.getByLabelText("How to pay")).toBeVisible();
  expect(list.getByText(/set TROWEL_STRIPE_SECRET_KEY/)).toBeVisible();
  expect(list.queryByLabelText("Name of the shop")).not.toBeInTheDocument();
  expect(screen.getByText("Customers see no phone number.")).toBeVisible();
});

test("the preview and the last press come when all other steps are done", () => {
  const done = way("account", "owner", "shop", "taxes", "delivery", "payment", "firstTool");
  show({ ...waiting, owner: { ...owner, opening: done } }, false, false, true);
  expect(screen.getByTitle("Your home page on a phone")).toHaveAttribute("src", "/?preview");
  expect(screen.getByRole("button", { name: "Open the shop" })).toBeVisible();
  expect(screen.getByText("Revenue"), "there are orders").toBeVisible();
});

test("an open shop names what it still lacks", () => {
  const opening: OwnerToday["opening"] = [{ step: "payment", state: "todo" }];
  show({ ...waiting, owner: { ...owner, opening } }, false, false);
  const list = within(screen.getByRole("region", { name: "Still to do" }));
  expect(list.getByRole("link", { name: "How to pay" })).toHaveAttribute(
    "href",
    "/dashboard/shop?section=shop&field=howToPay",
  );
});

test("a test message says what the mail server answered", async () => {
  const answer = "550 5.1.1 no such user here";
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({ isSent: false, to: "hazel@example.ca", answer }),
  );
  const user = show(waiting);
  await user.click(screen.getByRole("button", { name: "Send a test message" }));
  expect(await screen.findByText(/Not sent to hazel@example.ca/)).toHaveTextContent(answer);
});

test("an address without a page can be led to one", () => {
  show({
    ...waiting,
    owner: { ...owner, missingPaths: [{ path: "/products/hoe", requests: 17 }] },
  });
  expect(screen.getByText("17 visits")).toBeVisible();
  expect(path("Lead /products/hoe to a page")).toBe("/dashboard/redirects?path=%2Fproducts%2Fhoe");
});

test("seven days without revenue have no picture", () => {
  show(waiting);
  expect(screen.getByRole("img")).toBeVisible();
  cleanup();
  const days = owner.days.map((day) => ({ ...day, revenue: 0 }));
  show({ ...waiting, owner: { ...owner, days, revenue: 0 } });
  expect(screen.queryByRole("img")).toBeNull();
});
