import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { expect, test, vi } from "vitest";
import type { Tool } from "../../../api/client.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import { SessionProvider } from "../../../api/session/SessionProvider.tsx";
import { OrderBox } from "./OrderBox.tsx";

const hoe = {
  _id: "hoe",
  slug: "hoe",
  name: "Hoe",
  description: "",
  img: "/images/hoe/350.webp",
  price: 10,
  priceSteps: [{ from: 24, price: 9 }],
  minimumQuantity: 12,
  availableQuantity: 100,
} as Tool;

const Search = () => <p data-testid="search">{useLocation().search}</p>;

const steps = [
  { from: 24, price: 9 },
  { from: 60, price: 8 },
];

function open(search: string, tool = hoe) {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[`/tool/hoe${search}`]}>
        <SessionProvider hasToken={false}>
          <OrderBox tool={tool} />
        </SessionProvider>
        <Search />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return {
    user: userEvent.setup(),
    quantity: screen.getByRole("spinbutton", { name: "Order quantity" }),
    buy: screen.getByRole("button", { name: "Buy now" }),
    search: screen.getByTestId("search"),
  };
}

test("a quantity changes total, price step and address", async () => {
  const { user, quantity, buy, search } = open("");
  expect(quantity).toHaveValue("12");
  expect(screen.getByText("$120.00")).toBeVisible();
  await user.clear(quantity);
  await user.type(quantity, "30");
  expect(screen.getByText("$270.00")).toBeVisible();
  const [usual, step] = within(
    screen.getByRole("group", { name: "Price by quantity" }),
  ).getAllByRole("button");
  expect(step).toHaveAccessibleName("24 or more $9.00 save 10%");
  expect(step).toHaveAttribute("aria-pressed", "true");
  expect(usual).toHaveAttribute("aria-pressed", "false");
  expect(search).toHaveTextContent("?quantity=30");
  expect(buy).toBeEnabled();
  await user.clear(quantity);
  await user.type(quantity, "12");
  expect(search).toBeEmptyDOMElement();
});

test("a press on a price chooses the smallest quantity that has it, if there is enough", async () => {
  const { user, quantity, search } = open("", { ...hoe, availableQuantity: 30, priceSteps: steps });
  const step = (name: RegExp) => screen.getByRole("button", { name });
  await user.click(step(/^24 or more/));
  expect(quantity).toHaveValue("24");
  expect(search).toHaveTextContent("?quantity=24");
  expect(step(/^24 or more/)).toHaveAttribute("aria-pressed", "true");
  expect(step(/^60 or more/)).toBeDisabled();
  await user.click(step(/^12 or more/));
  expect(quantity).toHaveValue("12");
  expect(search).toBeEmptyDOMElement();
  // The prices stand for the usual suggestions.
  expect(screen.queryByRole("list", { name: "Common quantities" })).not.toBeInTheDocument();
});

test("the address decides the first quantity, and a wrong one is reported and kept", () => {
  const { quantity, buy } = open("?quantity=5");
  expect(quantity).toHaveValue("5");
  expect(screen.getByText("Ordered Quantity is less than minimum quantity")).toBeVisible();
  expect(buy).toBeDisabled();
});

test("a refused Buy now says why and can be pressed again", async () => {
  vi.spyOn(globalThis, "fetch").mockResolvedValue(
    Response.json({ code: "too_many_lines", detail: "The basket is full." }, { status: 422 }),
  );
  const { user, buy } = open("");
  await user.click(buy);
  expect(await screen.findByText("The basket is full.")).toBeVisible();
  expect(buy).not.toHaveAttribute("aria-disabled");
});
