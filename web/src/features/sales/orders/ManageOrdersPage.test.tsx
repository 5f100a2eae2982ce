import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { configQuery } from "../../../api/config.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import { SessionProvider, useSession } from "../../../api/session/SessionProvider.tsx";
import * as ownRole from "../../../api/session/use-role.ts";
import { ToastOutlet } from "../../../ui/toast.tsx";
import ManageOrdersPage from "./ManageOrdersPage.tsx";

const order = {
  _id: "1",
  number: 1042,
  toolId: "1",
  toolName: "Dibber 1",
  orderQuantity: 20,
  price: 1,
  totalPrice: 20,
  customerName: "Ann",
  customerEmail: "ann@example.com",
  // Swapped, see swap.ts.
  phone: "12 Fern Lane",
  address: "902 555 0101",
  paid: true,
  status: "pending",
  createdAt: "2026-11-01T00:00:00Z",
};

let queryClient: QueryClient;
let orders: (typeof order & { disputedAt?: string; purchaseId?: string })[];
let bodies: unknown[];
let sent: string[];
let answerToShipping: () => Response | Promise<Response>;
let role: ownRole.Role;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  queryClient = makeQueryClient();
  orders = [order, { ...order, _id: "2", toolName: "Dibber 2" }];
  sent = [];
  bodies = [];
  vi.spyOn(ownRole, "useRole").mockImplementation(
    () => ({ data: role }) as ReturnType<typeof ownRole.useRole>,
  );
  role = "admin";
  answerToShipping = () => Response.json({ acknowledged: true, modifiedCount: 1 });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === "PATCH") {
      const id = pathname.split("/").at(-1) ?? "";
      sent.push(id);
      bodies.push(await request.clone().json());
      orders = orders.map((one) =>
        one._id === id ? { ...one, status: "Approved and shipped" } : one,
      );
      return answerToShipping();
    }
    if (pathname === "/api/identity/session") return Response.json({ uid: "1" });
    if (pathname === "/api/identity/sign-out") {
      sent.push("sign-out");
      return new Response(null, { status: 204 });
    }
    if (request.method === "POST") {
      sent.push(pathname);
      bodies.push(await request.json());
      return Response.json({});
    }
    const state = searchParams.get("state");
    return Response.json(state ? orders.filter(({ status }) => status === state) : orders);
  });
});

afterEach(() => {
  vi.useRealTimers();
});

function open(search = "", page = <ManageOrdersPage />, state?: { key: string }) {
  window.history.replaceState(state ?? null, "", `/dashboard/manageOrders${search}`);
  return render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <main id="main" tabIndex={-1}>
          {page}
        </main>
        <ToastOutlet />
      </BrowserRouter>
    </QueryClientProvider>,
  );
}

const shipButton = (name: string) =>
  screen.findByRole("button", { name: new RegExp(`^Ship the order of ${name}`) });

/** The selector finds the word in the table, because the filter has the same word. */
const SHIPPED = ["Approved and shipped", { selector: "td *" }] as const;

const readAgain = () => queryClient.invalidateQueries({ queryKey: ["orders"] });

test("a shipped row stays, takes the focus, and is sent after the time to undo", async () => {
  open("?state=pending");
  await userEvent.click(await shipButton("Dibber 1"));
  expect(screen.getByText(...SHIPPED)).toHaveFocus();
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toEqual(["1"]);
  await readAgain();
  expect(screen.getByText(...SHIPPED)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});

test("an undone order is not sent", async () => {
  open();
  await userEvent.click(await shipButton("Dibber 1"));
  await userEvent.click(
    screen.getByRole("button", { name: /^Undo shipping the order of Dibber 1/ }),
  );
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toEqual([]);
  expect(await shipButton("Dibber 1")).toBeVisible();
});

test("leaving the page sends at once", async () => {
  const { unmount } = open();
  await userEvent.click(await shipButton("Dibber 1"));
  unmount();
  await vi.waitFor(() => expect(sent).toEqual(["1"]));
});

test("hiding or closing the page sends at once", async () => {
  open();
  await userEvent.click(await shipButton("Dibber 1"));
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(sent).toEqual(["1"]));
  await userEvent.click(await shipButton("Dibber 2"));
  window.dispatchEvent(new Event("pagehide"));
  await vi.waitFor(() => expect(sent).toEqual(["1", "2"]));
});

function SignedInPage() {
  const { state, signOut } = useSession();
  return (
    <>
      <button type="button" onClick={() => void signOut()}>
        Sign Out
      </button>
      {state.status === "signed-in" && <ManageOrdersPage />}
    </>
  );
}

test("signing out waits until held orders are sent, and names one that is refused", async () => {
  let answer: (response: Response) => void = () => {};
  answerToShipping = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const page = (
    <SessionProvider hasToken>
      <SignedInPage />
    </SessionProvider>
  );
  open("", page);
  await userEvent.click(await shipButton("Dibber 1"));
  await userEvent.click(screen.getByRole("button", { name: "Sign Out" }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual(["1"]);
  answer(Response.json({ code: "refunded", detail: "It was refunded." }, { status: 409 }));
  expect(await screen.findByText("Order #1042 was not shipped. It was refunded.")).toBeVisible();
  await vi.waitFor(() => expect(sent).toEqual(["1", "sign-out"]));
});

test("several selected orders are shipped by one press, and undone by one", async () => {
  open("?state=pending");
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select all" }));
  await userEvent.click(screen.getByRole("button", { name: "Ship 2 orders" }));
  expect(screen.getAllByText(...SHIPPED)).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(screen.queryByText(...SHIPPED)).toBeNull();
  await userEvent.click(screen.getByRole("checkbox", { name: /^Select Dibber 1/ }));
  await userEvent.click(screen.getByRole("button", { name: "Ship 1 order" }));
  await vi.advanceTimersByTimeAsync(7_000);
  expect(sent).toEqual(["1"]);
});

test("the way back to the list finds the selection, and another visit does not", async () => {
  const { unmount } = open("?state=pending", undefined, { key: "list" });
  await userEvent.click(await screen.findByRole("checkbox", { name: /^Select Dibber 2/ }));
  unmount();
  const { unmount: leave } = open("?state=pending", undefined, { key: "list" });
  expect(await screen.findByRole("button", { name: "Ship 1 order" })).toBeVisible();
  leave();
  open("?state=pending", undefined, { key: "another" });
  expect(await screen.findByRole("checkbox", { name: "Select all" })).not.toBePartiallyChecked();
  expect(screen.queryByRole("button", { name: /^Ship 1/ })).toBeNull();
});

test("a bookmark keeps the selection for the way back, and has none when it is opened again", async () => {
  const box = () => screen.findByRole("checkbox", { name: /^Select Dibber 2/ });
  const { unmount } = open("?state=pending");
  await userEvent.click(await box());
  unmount();
  const { unmount: leave } = open("?state=pending");
  expect(await box()).toBeChecked();
  leave();
  // Another document.
  vi.spyOn(performance, "timeOrigin", "get").mockReturnValue(1);
  open("?state=pending");
  expect(await box()).not.toBeChecked();
  expect(screen.queryByRole("button", { name: /^Ship 1/ })).toBeNull();
});

test("a state without orders says why, and a search that nothing matches", async () => {
  orders = [];
  const { unmount } = open("?state=unpaid");
  expect(await screen.findByText("Every order is paid.")).toBeVisible();
  unmount();
  open("?state=unpaid&q=fern");
  expect(await screen.findByText("No orders match this search.")).toBeVisible();
});

test("an order that another admin shipped first is reported", async () => {
  answerToShipping = () =>
    Response.json({ code: "not_shippable", detail: "It was shipped before." }, { status: 409 });
  open("?state=pending");
  await userEvent.click(await shipButton("Dibber 1"));
  await vi.advanceTimersByTimeAsync(7_000);
  expect(await screen.findByText(/It was shipped before\.$/)).toBeVisible();
  expect(screen.queryByText(/Dibber 1/)).toBeNull();
});

test("new orders wait until they are asked for", async () => {
  open();
  await shipButton("Dibber 1");
  orders.unshift({ ...order, _id: "3", toolName: "Dibber 3" });
  await readAgain();
  const show = await screen.findByRole("button", { name: "Show 1 new order" });
  expect(screen.queryByText("Dibber 3")).toBeNull();
  await userEvent.click(show);
  expect(screen.getByText("Dibber 3")).toBeVisible();
});

test("an order without an address is marked, and another one shows it", async () => {
  orders = [
    { ...order, _id: "1", phone: "" },
    { ...order, _id: "2" },
  ];
  open();
  expect(await screen.findByText("No address")).toBeVisible();
  expect(screen.getByText("12 Fern Lane")).toBeVisible();
});

test("a disputed order is shipped alone, after a question", async () => {
  orders = [
    { ...order, disputedAt: "2026-11-02T00:00:00Z" },
    { ...order, _id: "2" },
  ];
  open("?state=pending");
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select all" }));
  expect(screen.getByRole("button", { name: "Ship 1 order" })).toBeVisible();
  expect(screen.getByText("Disputed")).toBeVisible();
  const [ship] = screen.getAllByRole("button", { name: /^Ship the order of Dibber 1/ });
  if (ship) await userEvent.click(ship);
  expect(screen.getByText(/bank disputes this payment/)).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Ship anyway" }));
  await vi.waitFor(() => expect(sent).toEqual(["1"]));
  expect(bodies.at(-1)).toMatchObject({ despiteDispute: true });
});

test("the choice of another state shows the orders as they are", async () => {
  open("?state=pending");
  await userEvent.click(await shipButton("Dibber 1"));
  await userEvent.click(screen.getByRole("radio", { name: /^All/ }));
  await vi.advanceTimersByTimeAsync(7_000);
  await userEvent.click(screen.getByRole("radio", { name: /^To ship/ }));
  await waitFor(() => expect(screen.queryByText(/Dibber 1/)).toBeNull());
  expect(await shipButton("Dibber 2")).toBeVisible();
});

test("staff ship, and neither refund nor delete", async () => {
  role = "staff";
  orders = [order, { ...order, _id: "3", toolName: "Dibber 3", paid: false, status: "" }];
  open();
  expect(await shipButton("Dibber 1")).toBeVisible();
  expect(screen.getByText("Unpaid", { selector: "td *" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /^More for the order of Dibber 1/ }));
  expect(screen.getByRole("button", { name: /^Add tracking of the order/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^(Refund|Delete) the order/ })).toBeNull();
});

test("the menu of an order closes by Escape and returns the focus", async () => {
  open();
  const more = await screen.findByRole("button", { name: /^More for the order of Dibber 1/ });
  await userEvent.click(more);
  await userEvent.tab();
  expect(screen.getByRole("button", { name: /^Add tracking of/ })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  expect(more).toHaveFocus();
  expect(screen.queryByRole("button", { name: /^Refund the order/ })).toBeNull();
  await userEvent.click(more);
  await userEvent.click(screen.getByRole("button", { name: /^Refund the order/ }));
  expect(screen.getByRole("button", { name: /^Refund \$20/ })).toBeVisible();
});

test("the lines of a purchase are a group, which is shipped in one press", async () => {
  const of = (line: number) => ({ purchaseId: "p", line, lines: 2, purchaseTotal: 476.66 });
  orders = [
    { ...order, ...of(1) },
    { ...order, _id: "2", toolName: "Dibber 2", ...of(2) },
    { ...order, _id: "3", number: 1041 },
  ];
  open();
  expect(await screen.findByText("#1042 · 2 tools · $476.66")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Ship all of order #1042, for Ann" }));
  await userEvent.type(screen.getByLabelText("Tracking number"), "123");
  await userEvent.click(screen.getByRole("button", { name: "Ship" }));
  expect(await screen.findByText("Order #1042 is shipped")).toBeVisible();
  expect(sent).toEqual(["/api/purchases/p/ship"]);
  expect(bodies).toMatchObject([{ status: "Approved and shipped", trackingNumber: "123" }]);
});

test("a shop without card payment records a payment in one press, and deletes in the menu", async () => {
  orders = [{ ...order, paid: false }];
  queryClient.setQueryDefaults(configQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(configQuery.queryKey, { stripePublishableKey: null } as never);
  open();
  await userEvent.click(
    await screen.findByRole("button", { name: /^Record a payment for Dibber 1/ }),
  );
  expect(screen.getByRole("dialog", { name: "Record a payment" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("button", { name: /^Delete the order/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /^More for the order/ }));
  expect(screen.getByRole("button", { name: /^Delete the order of Dibber 1/ })).toBeVisible();
});

test("the menu of an unpaid order records its payment", async () => {
  orders = [{ ...order, paid: false }];
  open();
  await userEvent.click(await screen.findByRole("button", { name: /^More for the order/ }));
  await userEvent.click(screen.getByRole("button", { name: /^Record a payment for Dibber 1/ }));
  const dialog = within(screen.getByRole("dialog", { name: "Record a payment" }));
  expect(dialog.getByText("$20.00")).toBeVisible();
});
