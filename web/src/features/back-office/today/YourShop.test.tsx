import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import { currentShop } from "../../../api/shop.ts";
import type { OpeningStep, OpeningTask } from "./opening.ts";
import { todayQuery } from "./queries.ts";
import { YourShop } from "./YourShop.tsx";

const WAY = ["account", "owner", "shop", "taxes", "delivery", "payment", "firstTool", "open"];
/** What the server has. */
let done: string[];

const opening = () =>
  WAY.map((step) => ({ step, state: done.includes(step) ? "done" : "todo" })) as OpeningTask[];

beforeEach(() => {
  done = ["account", "owner", "shop"];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { method, url } = input as Request;
    if (method === "PUT") done.push(WAY.find((step) => !done.includes(step)) as OpeningStep);
    const path = new URL(url).pathname;
    const headers = { ETag: '"1"' };
    if (path === "/api/manageShop/today") return Response.json({ owner: { opening: opening() } });
    return Response.json({ ...currentShop() }, { headers });
  });
});

function Page() {
  const { data } = useQuery(todayQuery);
  return data ? <YourShop tasks={data.owner?.opening ?? []} takesCards={false} /> : null;
}

function open() {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const button = (name: string) => screen.findByRole("button", { name });
const heading = (name: string) => screen.findByRole("heading", { name, level: 3 });
const leave = () => act(cleanup);

test("a saved step passes the focus to the heading of the next one", async () => {
  const user = open();
  await user.click(await button("I am not registered"));
  expect(await screen.findByText("4 of 8 done")).toBeVisible();
  expect(await heading("Delivery")).toHaveFocus();
  await user.click(screen.getByRole("radio", { name: /^One price/ }));
  await user.click(await button("Save and go on"));
  expect(await screen.findByText("5 of 8 done")).toBeVisible();
  expect(await heading("How customers pay")).toHaveFocus();
  await user.click(await button("Do this now: Your first tool"));
  expect(await heading("Your first tool")).toHaveFocus();
});

test("the form of a registration has the focus, and Back returns it", async () => {
  const user = open();
  await user.click(await button("Add my number"));
  expect(screen.getByLabelText("GST/HST number")).toHaveFocus();
  await user.click(await button("Back"));
  expect(await button("Add my number")).toHaveFocus();
});

test("what was typed in a step is there after another page, until it is saved", async () => {
  let user = open();
  await user.click(await button("Add my number"));
  await user.type(screen.getByLabelText("GST/HST number"), "12345 6789");
  leave();
  user = open();
  expect(await screen.findByLabelText("GST/HST number")).toHaveValue("12345 6789");
  await user.click(await button("Save and go on"));

  await user.click(await screen.findByRole("radio", { name: /^One price/ }));
  const price = screen.getByLabelText("Price of a parcel ($)");
  await user.clear(price);
  await user.type(price, "9");
  leave();
  user = open();
  expect(await screen.findByLabelText("Price of a parcel ($)")).toHaveValue("9.00");
  await user.click(await button("Save and go on"));

  await user.type(await screen.findByLabelText("How to pay"), "Cash");
  leave();
  user = open();
  expect(await screen.findByLabelText("How to pay")).toHaveValue("Cash");
  await user.click(await button("Save and go on"));
  expect(await screen.findByText("6 of 8 done")).toBeVisible();

  done = ["account", "owner", "shop"];
  leave();
  open();
  expect(await button("Add my number")).toBeVisible();
});
