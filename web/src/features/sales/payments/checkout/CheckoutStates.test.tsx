import { act, cleanup, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import * as session from "../../../../api/session/SessionProvider.tsx";
import * as cardProvider from "../../card-provider.ts";
import { basket, calls, ok, open, payButton, post, quoted, shop } from "./checkout-test-shop.tsx";

const sum = () => within(screen.getByRole("region", { name: "Sum" }));

const isWide = (matches: boolean) =>
  vi.spyOn(window, "matchMedia").mockReturnValue({
    matches,
    addEventListener() {},
    removeEventListener() {},
  } as unknown as MediaQueryList);

test("a phone folds the sum to one line, which a press opens", async () => {
  isWide(false);
  const user = open();
  await payButton();
  const line = sum().getByText("1 tool · $132.22");
  expect(sum().getByText("QST 9.975%")).not.toBeVisible();
  await user.click(line);
  expect(sum().getByText("QST 9.975%")).toBeVisible();
});

test("the folded line never shows the total of an earlier choice", async () => {
  isWide(false);
  const methods = [post, { ...post, id: "fast", name: "Courier" }];
  shop.answers["POST /quote"] = [
    ok({ ...quoted, methods }),
    ok({ ...quoted, methods, method: "fast", total: 150 }),
  ];
  const user = open();
  await payButton();
  let arrive = () => {};
  shop.quoteArrives = new Promise((resolve) => {
    arrive = resolve;
  });
  await user.click(screen.getByRole("radio", { name: /Courier/ }));
  expect(await screen.findByRole("button", { name: "Calculating …" })).toBeVisible();
  expect(sum().getByText("1 tool · Calculating …")).toBeVisible();
  arrive();
  await payButton("$150.00");
  expect(sum().getByText("1 tool · $150.00")).toBeVisible();
});

test("beside the form the sum is open, with picture, quantity, delivery and returns", async () => {
  isWide(true);
  const [line] = basket.lines;
  const img = "https://shop.example/dibber.png";
  shop.answers["GET /basket"] = [ok({ ...basket, lines: [{ ...line, img }] })];
  open();
  await payButton();
  expect(sum().getByText("2 × $50.00")).toBeVisible();
  expect(sum().getByRole("presentation")).toHaveAttribute("src", img);
  expect(sum().getByText("Delivery in 3 to 8 days")).toBeVisible();
  expect(sum().getByRole("link", { name: "How to return a tool" })).toBeVisible();
});

test("the keyboard reaches the sum where it stands, above the form or after it", async () => {
  const isAbove = async () => {
    const name = await screen.findByLabelText("Name");
    const position = name.compareDocumentPosition(screen.getByRole("region", { name: "Sum" }));
    return position === Node.DOCUMENT_POSITION_PRECEDING;
  };
  isWide(false);
  open();
  expect(await isAbove()).toBe(true);
  cleanup();
  isWide(true);
  open();
  expect(await isAbove()).toBe(false);
});

test("the lines stay where they are when a quote with another order arrives", async () => {
  const [first] = basket.lines;
  const other = { ...first, toolId: "8", toolName: "Hoe" };
  shop.answers["GET /basket"] = [ok({ ...basket, lines: [other, first] })];
  shop.answers["POST /quote"] = [ok({ ...quoted, lines: [first, other] })];
  open();
  await payButton();
  const names = sum()
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
  expect(names.slice(0, 2)).toEqual([
    expect.stringContaining("Hoe"),
    expect.stringContaining("Dibber"),
  ]);
});

const current = () =>
  within(screen.getByRole("list", { name: "Steps" }))
    .getAllByRole("listitem")
    .find((step) => step.getAttribute("aria-current") === "step");

test("the steps show how far the customer is", async () => {
  shop.answers["GET /checkout"] = [ok({})];
  const user = open();
  const street = await screen.findByLabelText("Street and number");
  expect(current()).toHaveTextContent("Delivery");
  await user.type(street, "1 Elm St");
  await user.type(screen.getByLabelText("City"), "Montréal");
  await user.type(screen.getByLabelText("Postal code"), "H2X 1Y4");
  await payButton();
  expect(current()).toHaveTextContent("Pay");
});

test("a browser without a wallet reads in its place that the card pays", async () => {
  open();
  await payButton();
  expect(await screen.findByText(/^You pay by card below/)).toBeVisible();
  expect(screen.queryByText("or pay by card")).not.toBeInTheDocument();
});

test("nothing says that the card pays if it does not", async () => {
  const atShop = { ...post, id: "shop", name: "Pick-up", pickUp: true, payAtPickUp: true };
  shop.answers["POST /quote"] = [ok({ ...quoted, method: "shop", methods: [atShop] })];
  const user = open();
  const note = await screen.findByText(/^You pay by card below/);
  await user.click(await screen.findByRole("radio", { name: "At the shop" }));
  expect(note).not.toBeVisible();
  await user.click(screen.getByRole("radio", { name: "By card" }));
  expect(note).toBeVisible();
  cleanup();
  vi.mocked(cardProvider.loadCardProvider).mockRejectedValue(new Error("blocked"));
  open();
  await screen.findByText(/Your basket stays as it is/);
  expect(screen.getByText(/^You pay by card below/)).not.toBeVisible();
});

test("a tool that is sold out meanwhile stands beside the button that it stops", async () => {
  isWide(false);
  const problems = [{ code: "sold_out", toolId: "7", detail: "This tool is sold out." }];
  shop.answers["POST /quote"] = [ok({ ...quoted, problems })];
  open();
  expect(await payButton()).toBeDisabled();
  expect(screen.getByText("Dibber: This tool is sold out.")).toHaveAttribute("role", "alert");
  expect(screen.getByRole("link", { name: "Back to the basket" })).toBeVisible();
});

test("a basket of which nothing is left asks for nothing", async () => {
  const lines = basket.lines.map((line) => ({
    ...line,
    problem: { code: "sold_out", detail: "" },
  }));
  shop.answers["GET /basket"] = [ok({ ...basket, lines })];
  open();
  expect(await screen.findByText("Nothing in your basket can be bought now.")).toBeVisible();
  expect(screen.getByLabelText("City")).not.toBeVisible();
});

test("the page has its heading and its steps before the session is known", () => {
  vi.spyOn(session, "useSession").mockReturnValue({
    state: { status: "unknown" },
  } as unknown as ReturnType<typeof session.useSession>);
  open();
  expect(screen.getByRole("heading", { name: "Checkout" })).toBeVisible();
  expect(screen.getByRole("list", { name: "Steps" })).toBeVisible();
  expect(calls("POST /quote")).toEqual([]);
});

test("a code that is half typed stays, with the focus, when the window becomes narrow or wide", async () => {
  const width = new EventTarget() as MediaQueryList & EventTarget;
  Object.assign(width, { matches: true });
  vi.spyOn(window, "matchMedia").mockReturnValue(width);
  shop.answers["GET /basket"] = [ok({ ...basket, takesCodes: true })];
  const user = open();
  await user.click(await screen.findByRole("button", { name: "Use a discount code" }));
  await user.keyboard("SPRI");
  for (const matches of [false, true]) {
    Object.assign(width, { matches });
    act(() => void width.dispatchEvent(new Event("change")));
    const field = sum().getByLabelText("Discount code");
    expect(field).toBeVisible();
    expect(field).toHaveValue("SPRI");
    expect(field).toHaveFocus();
  }
});
