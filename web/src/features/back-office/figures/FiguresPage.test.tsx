import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import FiguresPage from "./FiguresPage.tsx";

const NONE = { orders: 0, revenue: 0, refunds: 0, refunded: 0, recorded: 0, averageOrder: 0 };
const LISTS = {
  bestSellers: [],
  neverSold: [],
  moreNeverSold: false,
  emptySearches: [],
  codes: [],
  discounts: 0,
  partRefunds: 0,
};

function open(delivery: number, taxes: number, partRefunds = 0) {
  const sales = { ...NONE, orders: 1, revenue: 20, averageOrder: 20 };
  const days = { from: "2026-11-01", to: "2026-11-01" };
  const steps = [{ ...days, sales, before: NONE }];
  const figures = { ...days, by: "day", total: sales, before: NONE, steps, ...LISTS };
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({ ...figures, delivery, taxes, partRefunds }),
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <FiguresPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("delivery and taxes stand beside the revenue", async () => {
  open(15, 4.55);
  expect(await screen.findByText("Delivery, not in the revenue")).toBeVisible();
  expect(screen.getByText("$15.00")).toBeVisible();
  expect(screen.getByText("$4.55")).toBeVisible();
});

test("a shop without them reads nothing about them", async () => {
  open(0, 0);
  await screen.findByText("Best sellers");
  expect(screen.queryByText(/not in the revenue/)).toBeNull();
});

test("refunds of parts stand beside refunds of whole orders", async () => {
  open(0, 0, 12.5);
  expect(await screen.findByText("and $12.50 for parts of orders, without taxes")).toBeVisible();
});
