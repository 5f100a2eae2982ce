import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { Basket, BasketLine, Quote } from "../api/basket.ts";
import type { Tool } from "../api/client.ts";
import { keepPlace } from "../api/place.ts";
import { makeQueryClient } from "../api/query-client.ts";
import { SessionProvider } from "../api/session/SessionProvider.tsx";
import { AddToBasket } from "./AddToBasket.tsx";

const tool = (_id: string, category: string, availableQuantity = 120) =>
  ({
    ...{ _id, slug: _id, name: _id, price: 10, category, availableQuantity },
    ...{ minimumQuantity: 4, img: `/images/${_id}/350.webp`, description: "" },
  }) as Tool;
const hoe = tool("hoe", "digging");
const related = [
  tool("sold", "digging", 3),
  tool("rake", "raking"),
  tool("spade", "digging"),
  tool("fork", "digging"),
  tool("edger", "digging"),
];

const lineOf = (toolId: string, quantity: number): BasketLine => ({
  ...{ toolId, toolName: toolId, slug: toolId, img: "/hoe.webp", imgAlt: "", quantity },
  ...{ price: 10, total: 10 * quantity, availableQuantity: 120, minimumQuantity: 4 },
  ...{ priceSteps: [], changes: [] },
});
const POST = {
  ...{ id: "post", name: "Canada Post", text: "Free from $150.00.", price: 15, freeFrom: 150 },
  ...{ daysFrom: 3, daysTo: 8, pickUp: false },
};
/** Without a total from which it is free. */
const { freeFrom: _, ...PARCEL } = POST;
const quoteOf = (goods: number, price = 15, post: Quote["methods"][number] = POST) => ({
  ...{ goods, discount: 0, shipping: price, taxes: [], total: goods + price },
  ...{ methods: [{ ...post, price }], method: "post", digest: "1", lines: [], problems: [] },
  destination: { province: "NS" as const },
});

let basket: Basket;
let sent: string[];
/** The response to a change of a line. */
let reply: (line: BasketLine) => Response;

const pathOf = (request: Request) => new URL(request.url).pathname.replace("/api", "");

beforeEach(() => {
  localStorage.clear();
  sent = [];
  basket = { revision: 1, lines: [], notices: [], hasCharges: true };
  reply = (line) => {
    const lines = [...basket.lines.filter(({ toolId }) => toolId !== line.toolId), line];
    const goods = lines.reduce((sum, { total }) => sum + total, 0);
    basket = { ...basket, revision: basket.revision + 1, lines, quote: quoteOf(goods) };
    return Response.json(basket);
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const path = pathOf(request);
    if (path === "/basket") return Response.json(basket);
    if (path.startsWith("/tool-pages"))
      return Response.json({ tool: { ...hoe, _id: path }, related, categories: [], reviews: [] });
    const body = await request.json();
    sent.push(`${request.method} ${path} ${JSON.stringify(body)}`);
    if (path === "/quote")
      return Response.json({ ...quoteOf(120, 0), basketRevision: basket.revision });
    return reply(lineOf(path.split("/").at(-1) ?? "", body.quantity));
  });
});

async function press() {
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <SessionProvider hasToken={false}>
          <AddToBasket tool={hoe} quantity={6} />
        </SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const button = screen.getByRole("button", { name: "Add to basket" });
  await user.click(button);
  return { user, button };
}

const sheetOf = async (name: string) =>
  within(await screen.findByRole("dialog", { name: `In your basket ${name}` }));

test("adding adds to what is there, and opens a sheet with sum and Checkout", async () => {
  basket = { ...basket, lines: [lineOf("hoe", 6), lineOf("twine", 2)] };
  await press();
  const sheet = await sheetOf("12 × hoe");
  expect(sent).toEqual(['PUT /basket/lines/hoe {"quantity":12}']);
  expect(sheet.getByText("Your basket").parentElement).toHaveTextContent("Your basket, 2 tools");
  expect(sheet.getByText("$140.00")).toBeVisible();
  expect(sheet.getByText("Canada Post: $15.00")).toHaveTextContent(
    "$10.00 more and delivery is free",
  );
  expect(sheet.getByRole("link", { name: "Checkout" })).toHaveAttribute("href", "/checkout");
  // Nothing beside the button has grown.
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

test.each(["Close", "Continue shopping", "Escape"])(
  "%s closes the sheet, and the focus returns to the button",
  async (way) => {
    const { user, button } = await press();
    const sheet = await sheetOf("6 × hoe");
    // A browser moves it into the dialog.
    button.blur();
    if (way === "Escape") screen.getByRole<HTMLDialogElement>("dialog").close();
    else await user.click(sheet.getByRole("button", { name: way }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(() => expect(button).toHaveFocus());
    await user.keyboard("{Enter}");
    await sheetOf("12 × hoe");
  },
);

test("two tools of the category that can be bought go with it, and one press adds the minimum", async () => {
  const { user } = await press();
  const sheet = await sheetOf("6 × hoe");
  await sheet.findByRole("heading", { name: "Goes with it" });
  const suggested = sheet.getAllByRole("listitem").map((item) => item.textContent);
  expect(suggested).toEqual(["spade$10.00 eachAdd 4", "fork$10.00 eachAdd 4"]);
  await user.click(sheet.getByRole("button", { name: "Add 4: spade" }));
  const next = await sheetOf("4 × spade");
  expect(sent.at(-1)).toBe('PUT /basket/lines/spade {"quantity":4}');
  expect(next.getByText("Your basket").parentElement).toHaveTextContent("Your basket, 2 tools");
  await next.findByRole("button", { name: "Add 4: edger" });
  expect(next.queryByRole("button", { name: "Add 4: spade" })).not.toBeInTheDocument();
});

test("a suggested tool that was just sold out says so in the sheet", async () => {
  const { user } = await press();
  const sheet = await sheetOf("6 × hoe");
  const problem = { code: "sold_out", detail: "This tool is sold out.", toolId: "spade" };
  reply = (line) => Response.json({ ...basket, lines: [{ ...line, problem }] });
  await user.click(await sheet.findByRole("button", { name: "Add 4: spade" }));
  const said = "4 pieces in your basket. This tool is sold out.";
  expect(await sheet.findByText(said)).toBeVisible();
});

test("a delivery that no amount makes free says what the owner wrote", async () => {
  basket = { ...basket, quote: quoteOf(60, 15, PARCEL) };
  reply = (line) => Response.json({ ...basket, lines: [line] });
  await press();
  const sheet = await sheetOf("6 × hoe");
  expect(sheet.getByText("Canada Post: $15.00")).toHaveTextContent("Free from $150.00.");
});

test("the delivery is quoted for the place that the customer has chosen", async () => {
  keepPlace({ province: "QC", method: "post" });
  await press();
  const sheet = await sheetOf("6 × hoe");
  expect(await sheet.findByText("Delivery is free")).toBeVisible();
  expect(sent.at(-1)).toBe('POST /quote {"address":{"province":"QC"},"method":"post"}');
});

test("what cannot be bought is said beside the button, without a sheet", async () => {
  const problem = { code: "not_enough_stock", detail: "Only 4 left.", available: 4 };
  reply = (line) => Response.json({ ...basket, lines: [{ ...line, problem }] });
  const { user, button } = await press();
  const beside = screen.getByRole("status");
  await waitFor(() => expect(beside).toHaveTextContent("6 pieces in your basket. Only 4 left."));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  reply = () => Response.json({ code: "too_many_lines", detail: "It is full." }, { status: 422 });
  // A second click within 600 ms would be ignored.
  button.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(beside).toHaveTextContent("It is full."));
});
