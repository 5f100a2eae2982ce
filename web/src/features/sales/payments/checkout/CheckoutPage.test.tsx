import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  address,
  basket,
  calls,
  elements,
  ok,
  open,
  pay,
  payButton,
  post,
  quoted,
  refusal,
  shop,
  signOut,
  stripe,
} from "./checkout-test-shop.tsx";

test("a saved address and one press pay what the page shows", async () => {
  const user = open();
  const button = await payButton();
  expect(screen.getByText("QST 9.975%")).toBeVisible();
  await waitFor(() => expect(button).toBeEnabled());
  await user.tripleClick(button);
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
  expect(calls("POST /checkout")).toMatchObject([
    { body: { basketRevision: 3, digest: "d1", method: "post", saveAddress: true, address } },
  ]);
  expect(calls("POST /checkout")[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  // The provider refuses another amount than the intent's.
  expect(elements.update).toHaveBeenLastCalledWith({ amount: 13_222, setupFutureUsage: null });
  const confirmParams = { return_url: `${window.location.origin}/purchases/p1` };
  expect(stripe.confirmPayment.mock.calls).toEqual([
    [{ elements, clientSecret: "pi_1_secret", confirmParams, redirect: "if_required" }],
  ]);
});

test("after a declined card the next press pays the same purchase", async () => {
  stripe.confirmPayment.mockResolvedValueOnce({
    error: { message: "Your card was declined." },
  });
  shop.answers["GET /basket"]?.push(ok({ revision: 0, lines: [], notices: [] }));
  const user = open();
  await pay(user);
  expect(await screen.findByText("Your card was declined.")).toBeVisible();
  expect(screen.getByText(/Your order #1042 is not paid yet/)).toBeVisible();
  expect(screen.getByLabelText("City")).toBeDisabled();
  await pay(user);
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
  expect(calls("POST /checkout")).toHaveLength(1);
  expect(calls("POST /purchases/p1/payment")).toHaveLength(1);
  expect(stripe.confirmPayment.mock.lastCall?.[0].clientSecret).toBe("pi_2_secret");
});

test("a card that is not complete places nothing", async () => {
  elements.submit.mockResolvedValue({
    error: { message: "Your number is incomplete." },
  });
  await pay(open());
  expect(await screen.findByText("Your number is incomplete.")).toBeVisible();
  expect(calls("POST /checkout")).toEqual([]);
});

test("another price is shown before it is charged", async () => {
  const detail = "The price of Dibber was $50.00, now it is $60.00.";
  const quote = { ...quoted, digest: "d2", goods: 120, total: 155.22 };
  shop.answers["POST /checkout"]?.unshift(
    refusal(409, { code: "quote_changed", detail, quote, changes: [detail] }),
  );
  const user = open();
  await pay(user);
  expect(await screen.findByText(detail)).toBeVisible();
  expect(screen.getByText("The total was $132.22, now it is $155.22.")).toBeVisible();
  await pay(user, "$155.22");
  await screen.findByText("Paid with pi_1");
  const [first, second] = calls("POST /checkout");
  expect([first?.body.digest, second?.body.digest]).toEqual(["d1", "d2"]);
  expect(second?.key).not.toBe(first?.key);
});

test.each(["already_paid", "refunded"])("%s leads to the page of the order", async (code) => {
  stripe.confirmPayment.mockResolvedValueOnce({ error: { type: "api_connection_error" } });
  shop.answers["POST /purchases/p1/payment"] = [refusal(409, { code, detail: "" })];
  const user = open();
  await pay(user);
  await screen.findByText(/is not paid yet/);
  await pay(user);
  expect(await screen.findByText("Paid with no card")).toBeVisible();
});

test("another delivery shows at once, and is paid for only when its quote came", async () => {
  const fetching = { ...post, id: "shop", name: "Pick-up", price: 0, pickUp: true };
  const both = { ...quoted, methods: [...quoted.methods, fetching] };
  const fetched = { ...both, method: "shop", shipping: 0, digest: "d2", total: 114.98 };
  shop.answers["POST /quote"] = [ok(both), ok(fetched)];
  const user = open();
  await waitFor(async () => expect(await payButton()).toBeEnabled());
  await screen.findByRole("radio", { name: /Canada Post/ });
  let arrive = () => {};
  shop.quoteArrives = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await user.click(screen.getByRole("radio", { name: /Pick-up/ }));
  expect(screen.getByRole("radio", { name: /Pick-up/ })).toBeChecked();
  const wait = screen.getByRole("button", { name: "Calculating …" });
  await user.click(wait);
  expect(calls("POST /checkout")).toEqual([]);
  arrive();
  // The press waited, and another total is shown before it is charged.
  expect(await screen.findByText(/^The total is \$114\.98 now/)).toBeVisible();
  expect(calls("POST /checkout")).toEqual([]);
  await pay(user, "$114.98");
  await screen.findByText("Paid with pi_1");
  expect(calls("POST /checkout")).toMatchObject([{ body: { digest: "d2", method: "shop" } }]);
});

test("a line that cannot be bought leads back to the basket", async () => {
  const detail = "Dibber: Only 1 is left.";
  shop.answers["POST /checkout"] = [refusal(409, { code: "not_enough_stock", detail })];
  await pay(open());
  expect(await screen.findByText(detail)).toBeVisible();
  const back = screen.getByRole("link", { name: "Back to the basket" });
  expect(back).toHaveAttribute("href", "/basket");
});

test("a shop without taxes and delivery has no word of them", async () => {
  shop.answers["GET /basket"] = [ok({ ...basket, hasCharges: undefined })];
  const plain = { ...quoted, shipping: 0, taxes: [], methods: [], method: undefined, total: 100 };
  shop.answers["POST /quote"] = [ok(plain)];
  const user = open();
  await payButton("$100.00");
  expect(document.body).not.toHaveTextContent(/\btax|deliver|HST|GST/i);
  await pay(user, "$100.00");
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
  expect(calls("POST /checkout")[0]?.body).not.toHaveProperty("method");
});

test("without card payment the order is placed, and the owner says how to pay", async () => {
  shop.answers["GET /config"] = [ok({ stripeJs: null, stripePublishableKey: null })];
  const user = open();
  const button = await screen.findByRole("button", { name: "Place the order for $132.22" });
  expect(screen.getByText(/Please contact us about the payment/)).toBeVisible();
  await screen.findByText("QST 9.975%");
  await user.click(button);
  expect(await screen.findByText("Paid with no card")).toBeVisible();
});

const hasEnded = refusal(401, { code: "unauthenticated" });
const continues = () => screen.findByRole("link", { name: "Log in and continue" });

test("a session that ends while the address is typed leads to a login, and the text stays", async () => {
  const user = open();
  await payButton();
  shop.answers["POST /quote"] = [hasEnded];
  await user.type(screen.getByLabelText("Street and number"), " North");
  const code = screen.getByLabelText("Postal code");
  await user.clear(code);
  await user.type(code, "H2X 1Y5");
  expect(await continues()).toHaveAttribute("href", "/login?returnTo=%2Fcheckout");
  expect(screen.queryByText(/The sum may be out of date/)).not.toBeInTheDocument();
  expect(screen.queryByText(/Something went wrong/)).not.toBeInTheDocument();
  cleanup();
  shop.answers["POST /quote"] = [ok(quoted)];
  open();
  await payButton();
  expect(screen.getByLabelText("Street and number")).toHaveValue("12 Garden Lane North");
  expect(screen.getByLabelText("Postal code")).toHaveValue("H2X 1Y5");
});

test("an account whose session has ended is asked for its login, and nothing else is shown", async () => {
  signOut(true);
  open();
  expect(await continues()).toBeVisible();
  expect(screen.queryByText(/Dibber/)).not.toBeInTheDocument();
  expect(screen.queryByLabelText("E-mail")).not.toBeInTheDocument();
});

test("a press waits for a slow sum, and goes on if the total is the same", async () => {
  const user = open();
  await waitFor(async () => expect(await payButton()).toBeEnabled());
  let arrive = () => {};
  shop.quoteArrives = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await user.clear(screen.getByLabelText("Postal code"));
  await user.type(screen.getByLabelText("Postal code"), "H2X 1Y5");
  await user.click(screen.getByRole("button", { name: "Calculating …" }));
  expect(calls("POST /checkout")).toEqual([]);
  arrive();
  await screen.findByText("Paid with pi_1");
  expect(calls("POST /checkout")).toHaveLength(1);
});

test("a sum that cannot be calculated is told at the press", async () => {
  shop.answers["POST /quote"] = [refusal(422, { detail: "Too far away." })];
  const user = open();
  const button = await screen.findByRole("button", { name: "Pay" });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(await screen.findByText(/^The sum could not be calculated/)).toBeVisible();
});

test("a card form that does not load says so, and another attempt loads it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  shop.frameLoads = false;
  const user = open();
  const button = await payButton();
  expect(screen.getByText("The card form is loading …")).toBeVisible();
  expect(button).toBeDisabled();
  await act(() => vi.advanceTimersByTimeAsync(12_000));
  expect(screen.getByText(/^The card form did not load/)).toBeVisible();
  expect(screen.queryByText("The card form is loading …")).not.toBeInTheDocument();
  expect(button).toBeDisabled();
  shop.frameLoads = true;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  vi.useRealTimers();
  await pay(user);
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
  expect(screen.queryByText(/^The card form did not load/)).not.toBeInTheDocument();
});
