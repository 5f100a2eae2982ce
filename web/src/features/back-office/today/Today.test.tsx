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
};

const waiting: TodayData = {
  ordersToShip: 12,
  unpaidOrders: 3,
  lowStock: [{ toolId: "7", name: "Draw Hoe", availableQuantity: 4 }],
  lowStockCount: 8,
  owner,
};

function show(today: TodayData, hasTestKeys = false, takesCards = true) {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <Today today={today} hasTestKeys={hasTestKeys} takesCards={takesCards} />
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

test("before the shop opens, each step has its state and says where it is done", () => {
  const opening: OwnerToday["opening"] = [
    { step: "firstTool", state: "todo" },
    { step: "payment", state: "todo" },
    { step: "email", state: "done" },
    { step: "logo", state: "optional" },
  ];
  show({ ...waiting, owner: { ...owner, opening } }, false, false);
  const titles = screen.getAllByRole("heading", { level: 2 }).map((title) => title.textContent);
  expect(titles.slice(0, 3)).toEqual(["To ship", "Revenue", "Before you open"]);
  const list = within(screen.getByRole("region", { name: "Before you open" }));
  const step = (name: string) => list.getByRole("heading", { name }).closest("li");
  expect(list.getByText("1 of 3 done")).toBeVisible();
  expect(step("First tool")).toHaveTextContent("To do");
  expect(list.getByRole("link", { name: "Add Tool" })).toHaveAttribute(
    "href",
    "/dashboard/addProduct",
  );
  expect(step("Payment")).toHaveTextContent("set TROWEL_STRIPE_SECRET_KEY");
  expect(step("Logo")).toHaveTextContent("Optional");
  expect(step("E-mail")).not.toHaveTextContent("TROWEL_SMTP_URL");
  expect(list.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Send a test message",
  ]);
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
