import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { makeQueryClient } from "../../../../api/query-client.ts";
import { calls, ok, refusal, shop, signOut, stripe } from "./checkout-test-shop.tsx";
import GuestOrderPage from "./GuestOrderPage.tsx";
import PlacedPurchasePage from "./PlacedPurchasePage.tsx";

const visa = { id: "pm_1", brand: "visa", last4: "4242", expMonth: 12, expYear: 2099 };

const order = {
  ...{ _id: "p1", number: 1042, toolId: "7", toolName: "Dibber", orderQuantity: 2, price: 50 },
  ...{ totalPrice: 132.22, customerName: "Ada Moss", customerEmail: "ada@example.com" },
  ...{ phone: "", address: "", paid: false, createdAt: "2026-11-28T12:00:00Z" },
};

const unpaid = {
  ...{ _id: "p1", number: 1042, createdAt: order.createdAt, paid: false, goods: 100, shipping: 15 },
  ...{ discount: 0, total: 132.22, refunded: 0, refunds: [], taxes: [], orders: [order] },
  ...{ address: "12 Garden Lane", phone: "", customerName: "Ada Moss", canExtend: false },
  customerEmail: "ada@example.com",
};

const paid = {
  ...unpaid,
  ...{ paid: true, orders: [{ ...order, paid: true, status: "pending", transactionId: "pi_1" }] },
};

beforeEach(() => {
  shop.answers["GET /purchases/p1"] = [ok(unpaid)];
  shop.answers["GET /saved-cards"] = [ok([visa])];
  const intent = { paymentIntent: { id: "pi_1", status: "succeeded" } };
  Object.assign(stripe, {
    retrievePaymentIntent: async () => ({ paymentIntent: { status: "requires_payment_method" } }),
  });
  stripe.createPaymentMethod.mockReset().mockResolvedValue({ paymentMethod: { id: "pm_typed" } });
  stripe.confirmCardPayment.mockReset().mockResolvedValue(intent);
});

function open(address = "/purchases/p1") {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/purchases/:id" element={<PlacedPurchasePage />} />
          <Route path="/guest-order" element={<GuestOrderPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const asked = () => calls("POST /purchases/p1/payment").map(({ body }) => body);

async function pay(user: ReturnType<typeof open>) {
  const button = await screen.findByRole("button", { name: "Pay" });
  await waitFor(() => expect(button).toBeEnabled());
  shop.answers["GET /purchases/p1"] = [ok(paid)];
  await user.click(button);
}

test("an order that waits for its payment is paid with a saved card", async () => {
  const user = open();
  expect(await screen.findByRole("radio", { name: /Visa.*4242/ })).toBeChecked();
  await pay(user);
  expect(await screen.findByText("Thank you!")).toBeVisible();
  expect(asked().at(-1)).toEqual({ total: 132.22, savedCard: "pm_1" });
  expect(stripe.confirmPayment.mock.lastCall?.[0]).toMatchObject({
    clientSecret: "pi_2_secret",
    confirmParams: { payment_method: "pm_1" },
  });
});

test("after a declined saved card, another card pays the same order and is not saved", async () => {
  stripe.confirmPayment.mockResolvedValueOnce({ error: { message: "Your card was declined." } });
  const user = open();
  await screen.findByRole("radio", { name: /Visa/ });
  await pay(user);
  const problem = await screen.findByText("Your card was declined.");
  expect(problem.closest(".saved-card")).toHaveTextContent("4242");
  await user.click(screen.getByRole("radio", { name: "Use another card" }));
  expect(screen.getByRole("checkbox", { name: /Save this card/ })).not.toBeChecked();
  await pay(user);
  expect(await screen.findByText("Thank you!")).toBeVisible();
  expect(asked().at(-1)).toEqual({ total: 132.22 });
  expect(stripe.confirmCardPayment).toHaveBeenCalledExactlyOnceWith("pi_2_secret", {
    payment_method: "pm_typed",
  });
});

test("a card that is no longer saved is read again, and the form takes another", async () => {
  shop.answers["GET /saved-cards"] = [ok([visa]), ok([])];
  shop.answers["POST /purchases/p1/payment"] = [
    ok({ clientSecret: "pi_2_secret" }),
    refusal(409, { code: "card_not_saved", detail: "This card is no longer saved." }),
  ];
  const user = open();
  await screen.findByRole("radio", { name: /Visa/ });
  await pay(user);
  expect(await screen.findByText("This card is no longer saved.")).toBeVisible();
  expect(await screen.findByRole("checkbox", { name: /Save this card/ })).toBeVisible();
  expect(screen.queryByRole("radio")).toBeNull();
});

test("a guest’s order has the card form alone", async () => {
  signOut();
  shop.answers["GET /purchases/p1"] = [ok({ ...unpaid, customerEmail: undefined })];
  open("/guest-order#purchase=p1");
  expect(await screen.findByRole("button", { name: "Pay" })).toBeVisible();
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});
