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

const SOME = { ...NONE, orders: 1, revenue: 20, averageOrder: 20 };

function open(delivery: number, taxes: number, partRefunds = 0, sales = SOME, before = NONE) {
  const days = { from: "2026-11-01", to: "2026-11-01" };
  const steps = [{ ...days, sales, before }];
  const figures = { ...days, by: "day", total: sales, before, steps, ...LISTS };
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

test("a new shop reads once that nothing was sold, and sees no empty chart", async () => {
  open(0, 0, 0, NONE);
  expect(await screen.findByRole("status")).toHaveTextContent(
    "Nothing was sold in as many days before.",
  );
  expect(screen.getByText("Nothing in this period, and nothing in the one before.")).toBeVisible();
  expect(screen.queryByText("All numbers in a table")).toBeNull();
  expect(screen.queryByText("This period")).toBeNull();
});

test("the first sales are not compared with nothing", async () => {
  open(0, 0);
  expect(await screen.findByText("All numbers in a table")).toBeVisible();
  expect(screen.queryByText("None before")).toBeNull();
});

test("an unchanged figure is written once", async () => {
  open(0, 0, 0, SOME, SOME);
  const [unchanged] = await screen.findAllByText("Unchanged");
  expect(unchanged).toHaveTextContent(/^Unchanged$/);
});
