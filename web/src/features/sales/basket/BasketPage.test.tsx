import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { Basket, BasketLine, Quote } from "../../../api/basket.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import { SessionProvider } from "../../../api/session/SessionProvider.tsx";
import * as cardProvider from "../card-provider.ts";
import BasketPage from "./BasketPage.tsx";

const hoe: BasketLine = {
  toolId: "hoe",
  toolName: "Draw Hoe",
  slug: "draw-hoe",
  img: "/images/hoe/350.webp",
  imgAlt: "",
  quantity: 6,
  price: 64,
  total: 384,
  availableQuantity: 120,
  minimumQuantity: 6,
  priceSteps: [{ from: 24, price: 60 }],
  changes: [],
};
const rake: BasketLine = { ...hoe, toolId: "rake", toolName: "Rake", slug: "rake", total: 60 };

const quote: Quote = {
  discount: 0,
  goods: 384,
  shipping: 0,
  taxes: [{ tax: "HST", rate: 14, base: 384, amount: 53.76 }],
  total: 437.76,
  methods: [
    { id: "post", name: "Canada Post", text: "", price: 0, daysFrom: 3, daysTo: 8, pickUp: false },
    { id: "shop", name: "Pick-up", text: "", price: 0, daysFrom: 1, daysTo: 1, pickUp: true },
  ],
  method: "post",
  digest: "1",
  lines: [],
  problems: [],
  destination: { province: "NS" },
};

let basket: Basket;
let config: object;
let sent: string[];
/** The response to the next PUT or POST. */
let reply: (path: string, body: Record<string, unknown>) => Response | Promise<Response>;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  sent = [];
  config = {};
  basket = { revision: 2, lines: [hoe], notices: [], quote, hasCharges: true };
  reply = () => Response.json(basket);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const path = new URL(request.url).pathname.replace("/api", "");
    if (request.method === "GET")
      return Response.json(path === "/basket" ? basket : path === "/config" ? config : {});
    const body = await request.json();
    sent.push(`${request.method} ${path} ${JSON.stringify(body)}`);
    return reply(path, body);
  });
});

function open() {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <SessionProvider hasToken={false}>
          <BasketPage />
        </SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const sum = () => within(screen.getByRole("region", { name: "Sum" }));

test("it shows lines, delivery, each tax and the total, and the header counts without a request", async () => {
  open();
  expect(await screen.findByRole("link", { name: "Draw Hoe" })).toHaveAttribute(
    "href",
    "/tool/draw-hoe",
  );
  expect(screen.getByText("$64.00 each · $60.00 from 24")).toBeVisible();
  expect(sum().getByText("HST 14%").nextSibling).toHaveTextContent("$53.76");
  expect(sum().getByText("3 to 8 days")).toBeVisible();
  expect(screen.getByText("$437.76")).toBeVisible();
  expect(screen.getByRole("link", { name: "Checkout" })).toHaveAttribute("href", "/checkout");
  expect(localStorage.getItem("basketCount")).toBe("1");
});

test("a shop that charges nothing else says no word of tax or delivery", async () => {
  const plain = { ...quote, taxes: [], methods: [], total: 384 };
  delete plain.method;
  basket = { revision: 2, lines: [hoe], notices: [], quote: plain };
  open();
  await screen.findByText("Draw Hoe");
  expect(document.body).not.toHaveTextContent(/tax|HST|deliver|province/i);
});

test("an empty basket leads to the tools", async () => {
  basket = { revision: 0, lines: [], notices: [] };
  open();
  expect(await screen.findByRole("link", { name: "All Tools" })).toBeVisible();
  expect(localStorage.getItem("basketCount")).toBe("0");
});

test("a typed quantity is sent once, and stays if it cannot be sent", async () => {
  reply = () => Promise.reject(new TypeError("offline"));
  const user = open();
  const field = await screen.findByRole("spinbutton", { name: "Quantity of Draw Hoe" });
  await user.clear(field);
  await user.type(field, "30");
  expect(await screen.findByText(/We could not reach the shop/)).toBeVisible();
  expect(field).toHaveValue("30");
  expect(sent).toEqual(['PUT /basket/lines/hoe {"quantity":30}']);
  basket = { ...basket, lines: [{ ...hoe, quantity: 30, price: 60, total: 1800 }] };
  reply = () => Response.json(basket);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("$1,800.00")).toBeVisible();
  expect(screen.queryByText(/could not reach/)).not.toBeInTheDocument();
  await user.clear(field);
  await user.type(field, "1.5");
  expect(screen.getByText("Enter a whole number")).toBeVisible();
  expect(sent).toHaveLength(2);
});

test("a problem is mended with one press, and Checkout leads to it before", async () => {
  const detail = "Only 3 left.";
  const problem = { code: "not_enough_stock", detail, available: 3 };
  basket = { ...basket, lines: [{ ...hoe, availableQuantity: 3, minimumQuantity: 1, problem }] };
  const user = open();
  const take = await screen.findByRole("button", { name: "Take the 3 left: Draw Hoe" });
  await user.click(screen.getByRole("button", { name: "Checkout" }));
  expect(take).toHaveFocus();
  expect(screen.getByText("Please change the marked tools first.")).toBeVisible();
  basket = { ...basket, lines: [{ ...hoe, quantity: 3, minimumQuantity: 1 }] };
  await user.click(take);
  expect(await screen.findByRole("link", { name: "Checkout" })).toBeVisible();
  expect(sent).toEqual(['PUT /basket/lines/hoe {"quantity":3}']);
});

test("a removed tool can be put back", async () => {
  const both = { ...basket, lines: [hoe, rake] };
  basket = both;
  const user = open();
  const remove = await screen.findByRole("button", { name: "Remove Draw Hoe" });
  basket = { ...basket, lines: [rake] };
  await user.click(remove);
  const undo = await screen.findByRole("button", { name: "Put back Draw Hoe" });
  expect(undo).toHaveFocus();
  basket = both;
  await user.click(undo);
  expect(await screen.findByRole("link", { name: "Draw Hoe" })).toBeVisible();
  expect(sent).toEqual([
    'PUT /basket/lines/hoe {"quantity":0}',
    'PUT /basket/lines/hoe {"quantity":6}',
  ]);
});

test("a quantity that was chosen just before a tool is removed does not put it back", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = open();
  const more = await screen.findByRole("button", { name: /^One more/ });
  let answer = () => {};
  reply = () =>
    new Promise((resolve) => {
      answer = () => resolve(Response.json({ ...basket, lines: [] }));
    });
  await user.click(more);
  await user.click(screen.getByRole("button", { name: "Remove Draw Hoe" }));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await act(async () => answer());
  await screen.findByText("Draw Hoe is removed.");
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  vi.useRealTimers();
  expect(sent).toEqual(['PUT /basket/lines/hoe {"quantity":0}']);
});

test("a place is quoted: a code tells its province, and a province drops a code of another", async () => {
  const quebec: Quote = {
    ...quote,
    total: 441.5,
    destination: { province: "QC", postalCode: "H2X 1Y4" },
  };
  const user = open();
  await screen.findByText("Draw Hoe");
  reply = () => Response.json(quebec);
  await user.type(screen.getByLabelText("Postal code"), "h2x1y4");
  expect(await screen.findByText("$441.50")).toBeVisible();
  expect(screen.getByLabelText("Province or territory")).toHaveValue("QC");
  const error = {
    field: "address.province",
    code: "province_mismatch",
    detail: "It lies in Québec.",
  };
  reply = (_path, body) =>
    (body.address as object & { postalCode?: string }).postalCode
      ? Response.json({ code: "invalid_field", errors: [error] }, { status: 422 })
      : Response.json({ ...quote, total: 402.2, destination: { province: "AB" } });
  await user.selectOptions(screen.getByLabelText("Province or territory"), "AB");
  expect(await screen.findByText("$402.20")).toBeVisible();
  expect(sent).toEqual([
    'POST /quote {"address":{"postalCode":"h2x1y4"}}',
    'POST /quote {"address":{"province":"AB","postalCode":"h2x1y4"}}',
    'POST /quote {"address":{"province":"AB"}}',
  ]);
});

test("a delivery is chosen for the place that is known", async () => {
  const user = open();
  reply = () => Response.json({ ...quote, method: "shop" });
  await user.click(await screen.findByRole("radio", { name: /Pick-up/ }));
  await waitFor(() => expect(screen.getByRole("radio", { name: /Pick-up/ })).toBeChecked());
  expect(sent).toEqual(['POST /quote {"address":{"province":"NS"},"method":"shop"}']);
});

test("a session that has ended is told at the sum, with a login", async () => {
  const user = open();
  reply = () => Response.json({ code: "unauthenticated" }, { status: 401 });
  await user.click(await screen.findByRole("radio", { name: /Pick-up/ }));
  const login = await sum().findByRole("link", { name: "Log in and continue" });
  expect(login).toHaveAttribute("href", "/login");
  expect(sum().queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});

test("the place and the delivery of the last visit are quoted again", async () => {
  const place = { province: "QC", postalCode: "H2X 1Y4", method: "shop" };
  localStorage.setItem("account: basket place", JSON.stringify(place));
  reply = () => Response.json({ ...quote, method: "shop", total: 441.5, destination: place });
  open();
  expect(await screen.findByText("$441.50")).toBeVisible();
  expect(screen.getByLabelText("Postal code")).toHaveValue("H2X 1Y4");
  expect(screen.getByRole("radio", { name: /Pick-up/ })).toBeChecked();
  expect(sent).toEqual([
    'POST /quote {"address":{"province":"QC","postalCode":"H2X 1Y4"},"method":"shop"}',
  ]);
});

test("a delivery that is no longer offered is told, and another one does not stop the customer", async () => {
  const detail = "The delivery that you chose is not offered for this purchase.";
  basket.quote = { ...quote, problems: [{ code: "method_gone", detail }] };
  open();
  expect(await screen.findByText(detail)).not.toHaveClass("text-error");
});

test("what changed is told until the customer changes the line", async () => {
  const detail = "The price was $60.00, now it is $64.00.";
  basket = { ...basket, lines: [{ ...hoe, changes: [{ code: "price_changed", detail }] }] };
  basket.notices = [{ code: "joined", detail: "From your account’s basket: Rake (2)." }];
  const user = open();
  expect(await screen.findByText(detail)).toBeVisible();
  basket = { ...basket, notices: [], lines: [hoe] };
  // Another change answers without what was told already.
  basket.lines = [hoe, rake];
  await user.click(screen.getByRole("button", { name: /^One more/ }));
  expect(await screen.findByRole("link", { name: "Rake" })).toBeVisible();
  expect(screen.getByText(/From your account/)).toBeVisible();
  expect(screen.getByText(detail)).toBeVisible();
  basket.lines = [{ ...hoe, quantity: 8 }, rake];
  await user.click(screen.getAllByRole("button", { name: /^One more/ })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByText(detail)).not.toBeInTheDocument());
});

test.each([true, false])(
  "visitors have wallets only if the shop sells to them: %s",
  async (sells) => {
    const load = vi
      .spyOn(cardProvider, "loadCardProvider")
      .mockReturnValue(new Promise<never>(() => {}));
    config = { stripeJs: "/v3.js", stripePublishableKey: "pk_test", guestCheckout: sells };
    open();
    await screen.findByRole("link", { name: "Checkout" });
    if (sells) expect(await screen.findByText("or go to the checkout")).toBeVisible();
    else expect(screen.queryByText("or go to the checkout")).not.toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(sells ? 1 : 0);
  },
);

test("a tool that is sold out is in no sum", async () => {
  const problem = { code: "sold_out", detail: "This tool is sold out.", toolId: "rake" };
  basket = { revision: 2, lines: [hoe, { ...rake, problem }], notices: [] };
  open();
  await screen.findByText("This tool is sold out.");
  expect(sum().getByText("Goods").nextSibling).toHaveTextContent("$384.00");
  expect(screen.getByText("Total").closest("p")).toHaveTextContent("$384.00");
});

test("a basket of which nothing is left says so, without a sum, a wallet and a checkout", async () => {
  config = { stripeJs: "/v3.js", stripePublishableKey: "pk_test", guestCheckout: true };
  const sold = { code: "sold_out", detail: "This tool is sold out." };
  const gone = { code: "tool_unavailable", detail: "This tool is no longer for sale." };
  const lines = [
    { ...hoe, problem: sold },
    { ...rake, problem: gone },
  ];
  basket = { ...basket, lines };
  open();
  expect(await screen.findByText("Nothing in your basket can be bought now.")).toBeVisible();
  expect(screen.getByRole("link", { name: "All Tools" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Sum" })).not.toBeInTheDocument();
  expect(screen.queryByText("Checkout")).not.toBeInTheDocument();
  expect(screen.queryByText(/Total/)).not.toBeInTheDocument();
  expect(screen.queryByText("or go to the checkout")).not.toBeInTheDocument();
});

test.each([
  ["login_required", "Please log in to buy for more than $500.00."],
  ["not_delivered_there", "We do not deliver to this place in Yukon."],
])("%s is told at the top, without a wallet and a checkout", async (code, detail) => {
  config = { stripeJs: "/v3.js", stripePublishableKey: "pk_test", guestCheckout: true };
  basket = { ...basket, quote: { ...quote, problems: [{ code, detail }] } };
  open();
  expect(await screen.findByText(detail)).toBeVisible();
  expect(screen.queryByText("Checkout")).not.toBeInTheDocument();
  expect(screen.queryByText("$437.76")).not.toBeInTheDocument();
  expect(screen.queryByText("or go to the checkout")).not.toBeInTheDocument();
  const login = screen.queryByRole("link", { name: "Log in" })?.getAttribute("href");
  expect(login).toBe(code === "login_required" ? "/login?returnTo=%2F" : undefined);
});
