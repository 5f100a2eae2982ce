import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import { ToastOutlet } from "../../../ui/toast.tsx";
import UsersPage from "./UsersPage.tsx";

let admins: Set<string>;
let bought: object[];
let answerOfCustomers: () => Response | Promise<Response>;
let answerToMaking: (email: string) => Response;
let answerToRemoving: () => Response;

const USERS = ["ann@example.com", "bob@example.com"];

beforeEach(() => {
  admins = new Set(["ann@example.com"]);
  bought = [];
  answerOfCustomers = () => Response.json(bought);
  answerToMaking = (email) => {
    const modifiedCount = admins.has(email) ? 0 : 1;
    admins.add(email);
    return Response.json({ acknowledged: true, matchedCount: 1, modifiedCount });
  };
  answerToRemoving = () => {
    admins.clear();
    return Response.json({ acknowledged: true, matchedCount: 1, modifiedCount: 1 });
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === "DELETE") return answerToRemoving();
    if (request.method === "PUT")
      return answerToMaking(decodeURIComponent(pathname.split("/").at(-1) ?? ""));
    if (pathname === "/api/customers") return answerOfCustomers();
    const found = USERS.filter((email) => email.includes(searchParams.get("q") ?? ""));
    const rows = found.map((email) => ({
      _id: email,
      email,
      role: admins.has(email) ? "admin" : "user",
    }));
    return Response.json(rows, { headers: { "X-Total-Count": String(rows.length) } });
  });
});

async function open(path = "/dashboard/users") {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <UsersPage />
        <ToastOutlet />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.queryByText(/Loading/)).not.toBeInTheDocument());
  return userEvent.setup();
}

const makeAdmin = (email: string) => screen.queryByRole("button", { name: `Make Admin ${email}` });

async function press(user: ReturnType<typeof userEvent.setup>, email: string) {
  const button = makeAdmin(email);
  if (!button) throw new Error(`${email} has no button`);
  await user.click(button);
  await screen.findByRole("dialog", { name: `Make ${email} an admin?` });
  await user.click(screen.getByRole("button", { name: "Make Admin" }));
}

test("a user becomes an admin only after confirmation", async () => {
  const user = await open();
  const button = makeAdmin("bob@example.com") ?? expect.fail("bob has no button");
  await user.click(button);
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(admins).not.toContain("bob@example.com");
});

test("an admin has no button to make one; making one is reported", async () => {
  const user = await open();
  expect(makeAdmin("ann@example.com")).toBeNull();
  await press(user, "bob@example.com");
  expect(await screen.findByText("Successfully made an admin bob@example.com")).toBeVisible();
  await waitFor(() => expect(makeAdmin("bob@example.com")).toBeNull());
});

test("an admin is removed after confirmation, and a refusal is told", async () => {
  const user = await open();
  const remove = async () => {
    await user.click(screen.getByRole("button", { name: "Take role away ann@example.com" }));
    await screen.findByRole("dialog", { name: "Take the role of ann@example.com away?" });
    await user.click(screen.getByRole("button", { name: "Take role away" }));
  };
  const removed = answerToRemoving;
  answerToRemoving = () =>
    Response.json({ code: "last_admin", detail: "This is the only admin." }, { status: 409 });
  await remove();
  expect(await screen.findByText("This is the only admin.")).toBeVisible();
  answerToRemoving = removed;
  await remove();
  expect(await screen.findByText("A customer again: ann@example.com")).toBeVisible();
  await waitFor(() => expect(makeAdmin("ann@example.com")).toBeVisible());
});

test("name, town and orders stand in the row of each customer", async () => {
  const columns = () => screen.getAllByRole("columnheader").map((title) => title.textContent);
  bought = [{ _id: "ann@example.com", name: "Ann", town: "Halifax", orderCount: 12, paid: 1240.5 }];
  await open();
  expect(columns()).toEqual(["No.", "E-mail", "Name", "Orders", "Spent", "Last order", "Role"]);
  await waitFor(() =>
    expect(screen.getAllByRole("row")[1]).toHaveTextContent(/Ann, HalifaxOrders12\$1,240\.50/),
  );
});

const ANN = { _id: "ann@example.com", name: "Ann", orderCount: 12, paid: 1240.5 };

test("what is known of a customer stays during a search", async () => {
  bought = [ANN];
  const user = await open();
  expect(await screen.findByText("$1,240.50")).toBeVisible();
  answerOfCustomers = () => new Promise(() => {});
  await user.type(screen.getByLabelText("Search by name or e-mail"), "ann");
  expect(await screen.findByText("1 user with “ann”")).toBeVisible();
  expect(screen.getByText("$1,240.50")).toBeVisible();
});

test("names and orders that cannot be loaded say so, and can be tried again", async () => {
  bought = [ANN];
  answerOfCustomers = () => Response.json({ code: "forbidden" }, { status: 403 });
  const user = await open();
  expect(await screen.findByText("Names, orders and sums could not be loaded.")).toBeVisible();
  expect(makeAdmin("bob@example.com")).toBeVisible();
  answerOfCustomers = () => Response.json(bought);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("$1,240.50")).toBeVisible();
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});

test("a customer without a name has an empty cell, which phones leave out", async () => {
  bought = [{ _id: "ann@example.com", orderCount: 0, paid: 0 }];
  await open();
  await screen.findByText("$0.00");
  const [, name] = within(screen.getAllByRole("row")[1] as HTMLElement).getAllByRole("cell");
  expect(name?.querySelector(".data-table-value")).toBeEmptyDOMElement();
});

test("a user who was an admin before is reported as such", async () => {
  const user = await open();
  admins.add("bob@example.com");
  await press(user, "bob@example.com");
  expect(await screen.findByText("bob@example.com was already an admin")).toBeVisible();
  expect(screen.queryByText(/Successfully/)).not.toBeInTheDocument();
});

test.each([
  { status: 403, code: "forbidden", says: "Failed to make an admin" },
  { status: 404, code: "not_found", says: "The server's own words." },
  { status: 409, code: "email_not_verified", says: "The server's own words." },
  { status: 500, code: "internal", says: "The server's own words." },
])("$status is told", async ({ status, code, says }) => {
  answerToMaking = () => Response.json({ code, detail: "The server's own words." }, { status });
  const user = await open();
  await press(user, "bob@example.com");
  expect(await screen.findByText(says)).toBeVisible();
  expect(makeAdmin("bob@example.com")).toBeVisible();
});

test("the search is in the address; what it finds is counted, and nothing found says so", async () => {
  const user = await open("/dashboard/users?q=ann");
  expect(screen.getByLabelText("Search by name or e-mail")).toHaveValue("ann");
  expect(screen.getByText("1 user with “ann”")).toBeVisible();
  await user.type(screen.getByLabelText("Search by name or e-mail"), "x");
  expect(await screen.findByText("No matching users")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Show all users" }));
  expect(await screen.findByText("2 users")).toBeVisible();
  expect(screen.getByLabelText("Search by name or e-mail")).toHaveValue("");
});
