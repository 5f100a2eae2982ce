import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { Tool } from "../../api/client.ts";
import { makeQueryClient } from "../../api/query-client.ts";
import { SessionProvider } from "../../api/session/SessionProvider.tsx";
import { setShop } from "../../api/shop.ts";
import { ToolCard } from "./ToolCard.tsx";

const hoe = {
  ...{ _id: "hoe", slug: "hoe", name: "Hoe", description: "It weeds.", price: 10 },
  ...{ img: "/images/hoe/350.webp", minimumQuantity: 6, availableQuantity: 240 },
} as Tool;

afterEach(() => setShop());

const show = (tool: Tool, content = <ToolCard tool={tool} hasBasket />) =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <SessionProvider hasToken={false}>{content}</SessionProvider>
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

test.each([
  ["a card", <ToolCard key="" tool={hoe} hasBasket />],
  ["a card without a basket", <ToolCard key="" tool={hoe} />],
])("in a shop that is not the demo, %s leads to the checkout", async (_, content) => {
  setShop({ hasArticles: false });
  const assign = vi.spyOn(window.location, "assign").mockReturnValue();
  const fetching = vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({
      revision: 1,
      notices: [],
      lines: [{ toolId: "hoe", quantity: 6, changes: [] }],
    }),
  );
  show(hoe, content);
  expect(screen.queryByRole("link", { name: "Purchase Hoe" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Buy now: Hoe" }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("/checkout"));
  const [request] = fetching.mock.lastCall as [Request];
  expect(new URL(request.url).pathname).toBe("/api/basket/lines/hoe");
  expect(await request.json()).toEqual({ quantity: 6 });
});

test("a card that is sold out has no Buy now", () => {
  setShop({ hasArticles: false });
  show({ ...hoe, availableQuantity: 0 });
  expect(screen.queryByRole("button", { name: /Buy now/ })).toBeNull();
});
