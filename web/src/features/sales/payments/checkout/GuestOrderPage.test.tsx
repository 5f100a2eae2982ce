import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, parsePath } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../../api/query-client.ts";
import * as session from "../../../../api/session/SessionProvider.tsx";
import GuestOrderPage from "./GuestOrderPage.tsx";

const order = {
  ...{ _id: "p1", number: 1042, toolId: "7", toolName: "Dibber", orderQuantity: 2, price: 50 },
  ...{ totalPrice: 100, paid: true, status: "pending", transactionId: "pi_1" },
  createdAt: "2026-05-01T14:00:00Z",
};
const purchase = {
  ...{ _id: "p1", number: 1042, createdAt: "2026-05-01T14:00:00Z", paid: true, goods: 100 },
  ...{ discount: 0, shipping: 0, taxes: [], total: 100, refunded: 0, refunds: [] },
  ...{ address: "", phone: "", customerName: "", customerEmail: "", orders: [order] },
  pictures: [{ toolId: "7", img: "https://shop.test/dibber.webp", imgAlt: "A dibber" }],
};

let sent: { path: string; body: unknown }[];
let opens: () => Response;
let gone: Response | undefined;
/** What the purchase is at each read. */
let reads: object[];

beforeEach(() => {
  sent = [];
  gone = undefined;
  reads = [purchase];
  localStorage.clear();
  opens = () => Response.json({ purchase, setsPassword: true });
  vi.spyOn(session, "useSession").mockReturnValue({
    state: { status: "signed-out" },
  } as unknown as ReturnType<typeof session.useSession>);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const path = new URL(request.url).pathname.replace("/api", "");
    if (request.method === "POST") sent.push({ path, body: await request.json() });
    if (path === "/guest-purchases/open") return opens();
    if (path !== "/purchases/p1") return Response.json({ acknowledged: true });
    return gone ?? Response.json(reads.length > 1 ? reads.shift() : reads[0]);
  });
});

function open(hash: string, state?: object) {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[{ ...parsePath(`/guest-order${hash}`), state }]}>
        <GuestOrderPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test("the link opens the order, and one field sets a password", async () => {
  const user = open("#token=abc");
  expect(await screen.findByRole("heading", { name: /^Order #1042/ })).toBeVisible();
  await user.type(screen.getByLabelText("Password", { selector: "input" }), "rake leaf");
  await user.click(screen.getByRole("button", { name: "Set a password" }));
  expect(await screen.findByText("Your account is ready.")).toBeVisible();
  expect(sent).toEqual([
    { path: "/guest-purchases/open", body: { token: "abc" } },
    { path: "/guest-purchases/password", body: { token: "abc", password: "rake leaf" } },
  ]);
});

test("a guest sees the tools, the progress and the payment's id, and orders again", async () => {
  open("#token=abc");
  expect(await screen.findByRole("img", { name: "A dibber" })).toBeVisible();
  expect(screen.getByRole("list", { name: "Progress of this order" })).toBeVisible();
  expect(screen.getByText(/^Transaction id/)).toHaveTextContent("pi_1");
  expect(screen.getByRole("button", { name: "Order again: Dibber" })).toBeVisible();
});

test("a link that sets no password has no field", async () => {
  opens = () => Response.json({ purchase, setsPassword: false });
  open("#token=abc");
  expect(await screen.findByText("Dibber")).toBeVisible();
  expect(screen.queryByLabelText("Password", { selector: "input" })).not.toBeInTheDocument();
});

test("the browser that bought says the same for every address", async () => {
  const user = open("#purchase=p1");
  await user.type(await screen.findByLabelText("Password", { selector: "input" }), "rake leaf");
  await user.click(screen.getByRole("button", { name: "Set a password" }));
  expect(
    await screen.findByText(/If you have ordered or signed up with this address/),
  ).toBeVisible();
  expect(sent.at(-1)?.body).toEqual({ purchaseId: "p1", password: "rake leaf" });
});

test.each(["", "#token=old"])("without a link that works (%s) it sends new ones", async (hash) => {
  opens = () => Response.json({ code: "link_expired", status: 409 }, { status: 409 });
  const user = open(hash);
  await user.type(await screen.findByLabelText("E-mail"), "bo@example.com");
  await user.click(screen.getByRole("button", { name: "Send the links" }));
  expect(await screen.findByText(/^If there are paid orders with bo@example.com/)).toBeVisible();
  expect(sent.at(-1)).toEqual({
    path: "/guest-purchases/links",
    body: { email: "bo@example.com" },
  });
});

const ENDED = {
  ...{ status: 410, code: "purchase_ended", expired: true },
  lines: [{ toolId: "7", toolName: "Dibber", quantity: 2 }],
};

test("a purchase that was not paid in time gives its tools back", async () => {
  gone = Response.json(ENDED, { status: 410 });
  open("#purchase=p1");
  expect(await screen.findByText("Your reservation has ended")).toBeVisible();
  expect(screen.getByText("You were not charged.")).toBeVisible();
  expect(screen.getByRole("button", { name: /^Put the tools back/ })).toBeVisible();
});

test("who has logged in meanwhile is not told that the order is deleted", async () => {
  vi.spyOn(session, "useSession").mockReturnValue({
    state: { status: "signed-in", session: { uid: "1" } },
  } as unknown as ReturnType<typeof session.useSession>);
  gone = Response.json({}, { status: 404 });
  open("#purchase=p1");
  expect(await screen.findByText(/It was placed without a login/)).toBeVisible();
  expect(screen.queryByText(/You were not charged/)).not.toBeInTheDocument();
});

test("a purchase of another browser offers nothing but its links", async () => {
  gone = Response.json({}, { status: 401 });
  open("#purchase=p1");
  expect(await screen.findByLabelText("E-mail")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Put the tools back/ })).not.toBeInTheDocument();
});

const BACK =
  "?payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded#purchase=p1";

test("back from the bank's page, the payment is reported and no other one is asked for", async () => {
  reads = [{ ...purchase, paid: false }, purchase];
  open(BACK);
  expect(await screen.findByText("Thank you!")).toBeVisible();
  expect(sent).toEqual([{ path: "/purchases/p1/confirm", body: { transactionId: "pi_1" } }]);
});

test("back from the bank's page after the provider's event, nothing is asked for", async () => {
  open(BACK);
  expect(await screen.findByText("Thank you!")).toBeVisible();
  expect(sent).toEqual([]);
});
