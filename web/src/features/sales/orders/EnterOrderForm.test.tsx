import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import * as ownRole from "../../../api/session/use-role.ts";
import { EnterOrderForm } from "./EnterOrderForm.tsx";

const POST = { id: "post", name: "Canada Post", text: "", daysFrom: 3, daysTo: 8, pickUp: false };
const SHOP = { ...POST, id: "shop", name: "Pick-up in Halifax", pickUp: true };

interface Asked {
  address?: { province?: string; postalCode?: string };
  method?: string;
}

const quoteOf = ({ address, method }: Asked, total = method === "shop" ? 68.38 : 85.48) => ({
  ...{ goods: 59.98, shipping: method === "shop" ? 0 : 15, total, problems: [] },
  taxes: [{ tax: "HST", rate: 14, base: 74.98, amount: 10.5 }],
  methods: [
    { ...POST, price: 15 },
    { ...SHOP, price: 0 },
  ],
  method: method ?? "post",
  digest: `digest of ${total}`,
  lines: [{ toolId: "7", toolName: "Gloves", quantity: 2, price: 29.99, total: 59.98 }],
  destination: { province: "NS", ...(address?.postalCode && { postalCode: "B3J 1A1" }) },
});

const lines = [{ toolId: "7", quantity: 2 }];
let asked: Asked[];
let entered: Record<string, unknown>[];
let answers: (() => Response)[];
let quoteArrives: Promise<void> | undefined;
let hasPickUp: boolean;

beforeEach(() => {
  cleanup();
  asked = [];
  entered = [];
  answers = [];
  quoteArrives = undefined;
  hasPickUp = true;
  vi.spyOn(ownRole, "useRole").mockReturnValue({ data: "admin" } as ReturnType<
    typeof ownRole.useRole
  >);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const { pathname } = new URL(request.url);
    if (pathname === "/api/quote") {
      const body = (await request.json()) as Asked;
      asked.push(body);
      await quoteArrives;
      const { methods, ...quote } = quoteOf(body);
      const offered = methods.filter(({ pickUp }) => hasPickUp || !pickUp);
      return Response.json({ ...quote, methods: offered });
    }
    if (pathname === "/api/manageOrders/purchases") {
      entered.push((await request.json()) as Record<string, unknown>);
      return answers.shift()?.() ?? Response.json({ acknowledged: true, insertedId: "1" });
    }
    const last = { customerEmail: "ann@x.ca", phone: "4-7 Bell Road, Halifax NS  B3J 1A1" };
    return Response.json([{ ...last, address: "902 555 0107" }]);
  });
});

function open(isFound = false) {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <EnterOrderForm lines={lines} customer={{ name: "Ann", email: "ann@x.ca", isFound }} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test("the sum of the address is entered, and a new sum is shown before it is", async () => {
  answers = [
    () =>
      Response.json(
        { code: "quote_changed", detail: "The sum has changed.", quote: quoteOf({}, 90.25) },
        { status: 409 },
      ),
  ];
  const user = open();
  expect(await screen.findByDisplayValue("7 Bell Road")).toBeVisible();
  await waitFor(() => expect(asked.at(-1)?.address?.postalCode).toBe("B3J 1A1"));
  expect(await screen.findByText("HST 14%")).toBeVisible();
  const button = screen.getByRole("button", { name: "Enter the order" });
  await waitFor(() =>
    expect(screen.getByText("$85.48").closest("dl")).toHaveAttribute("aria-busy", "false"),
  );
  await user.click(button);
  expect(await screen.findByText("$90.25")).toBeVisible();
  expect(screen.getByText("The sum has changed.")).toBeVisible();
  await user.click(button);
  await waitFor(() => expect(entered).toHaveLength(2));
  expect(entered.map(({ digest }) => digest)).toEqual(["digest of 85.48", "digest of 90.25"]);
  expect(entered[0]).toMatchObject({
    ...{ lines, customerEmail: "ann@x.ca", method: "post" },
    address: { name: "Ann", unit: "4", street: "7 Bell Road", city: "Halifax", province: "NS" },
  });
});

test("goods that are fetched need no address, and the button names what was paid", async () => {
  const user = open();
  await user.click(await screen.findByText("Pick-up in Halifax"));
  expect(screen.queryByLabelText("City")).not.toBeInTheDocument();
  await user.click(screen.getByText("Paid already"));
  await user.click(await screen.findByRole("button", { name: "Enter the order, $68.38 paid" }));
  await waitFor(() => expect(entered).toHaveLength(1));
  expect(asked.at(-1)).toEqual({ lines, method: "shop" });
  expect(entered[0]).toMatchObject({ digest: "digest of 68.38", paymentMethod: "cash" });
  expect(entered[0]).not.toHaveProperty("address");
});

/** The next quotes wait for what this returns. */
function holdQuotes() {
  let arrive = () => {};
  quoteArrives = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return () => arrive();
}

const button = () => screen.findByRole("button", { name: "Enter the order" });
const isFresh = () =>
  waitFor(() =>
    expect(screen.getByText("$85.48").closest("dl")).toHaveAttribute("aria-busy", "false"),
  );

test("a press waits for the sum, and enters the order if the total is the same", async () => {
  const user = open();
  await screen.findByDisplayValue("7 Bell Road");
  await waitFor(() => expect(asked.at(-1)?.address?.postalCode).toBe("B3J 1A1"));
  await isFresh();
  const arrive = holdQuotes();
  await user.clear(screen.getByLabelText("Postal code"));
  await user.type(screen.getByLabelText("Postal code"), "B3J 2A2");
  await user.click(await button());
  expect(await screen.findByRole("button", { name: "Calculating …" })).toBeVisible();
  expect(entered).toEqual([]);
  arrive();
  await waitFor(() => expect(entered).toHaveLength(1));
  expect(entered[0]).toMatchObject({
    digest: "digest of 85.48",
    address: { postalCode: "B3J 2A2" },
  });
});

test("a press that waited for another total shows it first", async () => {
  const user = open();
  await screen.findByDisplayValue("7 Bell Road");
  await waitFor(() => expect(asked.at(-1)?.address?.postalCode).toBe("B3J 1A1"));
  await isFresh();
  const arrive = holdQuotes();
  await user.click(screen.getByText("Pick-up in Halifax"));
  await user.click(await button());
  arrive();
  expect(await screen.findByText(/^The total is \$68\.38 now/)).toBeVisible();
  expect(entered).toEqual([]);
  await user.click(await button());
  await waitFor(() => expect(entered).toHaveLength(1));
  expect(entered[0]).toMatchObject({ digest: "digest of 68.38", method: "shop" });
});

test("a customer of the list is no new one", async () => {
  const user = open(true);
  await user.click(await screen.findByText("Pick-up in Halifax"));
  await user.click(await screen.findByText("$68.38").then(button));
  await waitFor(() => expect(entered).toHaveLength(1));
  expect(entered[0]).not.toHaveProperty("customerName");
});

test("an address that is not confirmed is asked about once", async () => {
  const detail = "This address is not confirmed. Is it this customer?";
  const errors = [{ field: "customerName", code: "not_confirmed", detail }];
  answers = [() => Response.json({ code: "invalid_field", errors }, { status: 422 })];
  const user = open();
  await user.click(await screen.findByText("Pick-up in Halifax"));
  await screen.findByText("$68.38");
  await user.click(await button());
  expect(await screen.findByText(detail)).toBeVisible();
  await user.click(await button());
  await waitFor(() => expect(entered).toHaveLength(2));
  expect(entered[0]).toHaveProperty("customerName", "Ann");
  expect(entered[1]).not.toHaveProperty("customerName");
});

test("without a pick-up the owner reads how to sell at the counter", async () => {
  hasPickUp = false;
  open();
  const link = await screen.findByRole("link", { name: "Delivery" });
  expect(link).toHaveAttribute("href", "/dashboard/shop?section=delivery&field=deliveryMethods");
  expect(screen.queryByRole("radio", { name: "To an address" })).toBeNull();
});
