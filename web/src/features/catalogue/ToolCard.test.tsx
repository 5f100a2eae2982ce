import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { Tool } from "../../api/client.ts";
import { makeQueryClient } from "../../api/query-client.ts";
import { SessionProvider } from "../../api/session/SessionProvider.tsx";
import { ToolCard } from "./ToolCard.tsx";

const hoe = {
  ...{ _id: "hoe", slug: "hoe", name: "Hoe", description: "It weeds.", price: 10 },
  ...{ img: "/images/hoe/350.webp", minimumQuantity: 6, availableQuantity: 240 },
} as Tool;

const show = (tool: Tool) =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <SessionProvider hasToken={false}>
          <ToolCard tool={tool} hasBasket />
        </SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );

test("a card has description, quantities and Purchase", () => {
  show(hoe);
  expect(screen.getByRole("article")).toHaveTextContent(
    "HoePrice $10.00 each 6 minimumIt weeds.240 in stockPurchaseAdd 6 to basket",
  );
  expect(screen.getByRole("link", { name: "Purchase Hoe" })).toBeVisible();
});

test.each([
  { availableQuantity: 12, stock: "Last 12" },
  { availableQuantity: 5, stock: "Out of stock" },
])("a card names a stock of $availableQuantity: $stock", ({ availableQuantity, stock }) => {
  show({ ...hoe, availableQuantity });
  expect(screen.getByText(/stock|Last/).textContent).toBe(stock);
  const button = screen.getByRole("button", { name: "Add 6 to basket: Hoe" });
  expect(button.hasAttribute("disabled")).toBe(stock === "Out of stock");
});

test("a card without a minimum adds one piece", () => {
  show({ ...hoe, minimumQuantity: 1 });
  expect(screen.getByRole("button", { name: "Add to basket: Hoe" })).toBeEnabled();
  expect(screen.getByText("no minimum")).toBeVisible();
});
