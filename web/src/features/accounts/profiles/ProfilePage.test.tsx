import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import * as session from "../../../api/session/SessionProvider.tsx";
import * as ownRole from "../../../api/session/use-role.ts";
import { ToastOutlet } from "../../../ui/toast.tsx";
import ProfilePage from "./ProfilePage.tsx";

let stored: Record<string, string>;
let saved: unknown[];
let answerToSaving: () => Response | Promise<Response>;
let answerToReading: () => Response;

beforeEach(() => {
  stored = {};
  saved = [];
  answerToSaving = () => Response.json({ acknowledged: true, modifiedCount: 1 });
  answerToReading = () => Response.json(stored);
  vi.spyOn(ownRole, "useRole").mockReturnValue({ data: "customer" } as ReturnType<
    typeof ownRole.useRole
  >);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    expect(new URL(request.url).pathname).toMatch(/^\/api\/profiles\/\w+%40example\.com$/);
    if (request.method === "GET") return answerToReading();
    saved.push(await request.json());
    return answerToSaving();
  });
});

async function open(account: string) {
  const email = `${account}@example.com`;
  vi.spyOn(session, "useAccount").mockReturnValue({ email, name: "Ann" });
  const view = render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <ProfilePage />
        <ToastOutlet />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByLabelText("Location");
  return { user: userEvent.setup(), leave: view.unmount };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const save = () => screen.getByRole("button", { name: "Save" });

test("name and e-mail stand fast, what is stored is filled in, and what is typed is saved", async () => {
  stored = { location: "Halifax", address: "12 Fern Lane", phone: "902 555 0101" };
  const { user } = await open("ann");
  expect(field("Name")).toBeDisabled();
  expect(field("Name")).toHaveValue("Ann");
  expect(field("E-mail")).toBeDisabled();
  expect(field("E-mail")).toHaveValue("ann@example.com");
  expect(field("Location")).toHaveValue("Halifax");
  expect(field("Phone")).toHaveValue("902 555 0101");

  await user.clear(field("Address"));
  await user.type(field("Address"), "9 Moss Road");
  expect(screen.getByText("Not saved yet")).toBeVisible();
  await user.click(save());
  expect(await screen.findByText("User Added")).toBeVisible();
  expect(saved).toEqual([
    {
      email: "ann@example.com",
      name: "Ann",
      location: "Halifax",
      address: "9 Moss Road",
      phone: "902 555 0101",
    },
  ]);
  expect(field("Address")).toHaveValue("9 Moss Road");
  expect(screen.queryByText("Not saved yet")).not.toBeInTheDocument();
});

test("after the session has ended: the specification's words, and what was typed is kept", async () => {
  answerToSaving = () => Response.json({ code: "unauthenticated" }, { status: 401 });
  const first = await open("bob");
  await first.user.type(field("Location"), "Truro");
  await first.user.click(save());
  expect(await screen.findByText("No user is logged in")).toBeVisible();
  expect(screen.getByRole("link", { name: "Log in and continue" })).toHaveAttribute(
    "href",
    "/login",
  );
  expect(field("Location")).toHaveValue("Truro");
  first.leave();

  const other = await open("eve");
  expect(field("Location")).toHaveValue("");
  other.leave();

  await open("bob");
  await waitFor(() => expect(field("Location")).toHaveValue("Truro"));
  expect(screen.getByText("Not saved yet")).toBeVisible();
});

test("another error is shown beside the form, and loses nothing", async () => {
  answerToSaving = () => Response.json({ code: "internal" }, { status: 500 });
  const { user } = await open("cid");
  await user.type(field("Phone"), "902 555 0199");
  await user.click(save());
  expect(await screen.findByText(/could not do this right now/)).toBeVisible();
  expect(field("Phone")).toHaveValue("902 555 0199");
});

test("the document asks before it goes with something unsaved, and only then", async () => {
  const goes = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const { user, leave } = await open("dee");
  expect(goes()).toBe(true);
  await user.type(field("Phone"), "1");
  expect(goes()).toBe(false);
  await user.click(save());
  await screen.findByText("User Added");
  expect(goes()).toBe(true);
  leave();
});

test("a profile that does not load can be asked for again", async () => {
  answerToReading = () => Response.json({ detail: "Not now." }, { status: 400 });
  vi.spyOn(session, "useAccount").mockReturnValue({ email: "fay@example.com", name: "Fay" });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <ProfilePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByText("Not now.")).toBeVisible();
  answerToReading = () => Response.json({ location: "Lunenburg" });
  await userEvent.click(again);
  expect(await screen.findByLabelText("Location")).toHaveValue("Lunenburg");
});

test("what is typed while it is being saved stays, and is not saved yet", async () => {
  let arrive: (answer: Response) => void = () => {};
  answerToSaving = () =>
    new Promise((resolve) => {
      arrive = resolve;
    });
  const { user, leave } = await open("gus");
  await user.type(field("Location"), "Truro");
  await user.click(save());
  await waitFor(() => expect(saved).toHaveLength(1));
  await user.type(field("Location"), ", NS");
  arrive(Response.json({ acknowledged: true, modifiedCount: 1 }));
  expect(await screen.findByText("User Added")).toBeVisible();
  expect(field("Location")).toHaveValue("Truro, NS");
  expect(screen.getByText("Not saved yet")).toBeVisible();
  leave();
});
