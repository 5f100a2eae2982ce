import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Review } from "../../../api/client.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import * as session from "../../../api/session/SessionProvider.tsx";
import { ToastOutlet } from "../../../ui/toast.tsx";
import { OwnReviews } from "./OwnReviews.tsx";

let own: Review[];
let sent: unknown[];

const review = (_id: string, text: string, rating: number): Review => ({
  _id,
  name: "Ann",
  review: text,
  rating,
  createdAt: "2026-11-20T10:00:00Z",
});

beforeEach(() => {
  own = [review("r1", "It digs.", 4.5), review("r2", "It bent.", 1)];
  sent = [];
  vi.spyOn(session, "useAccount").mockReturnValue({ email: "ann@example.com", name: "Ann" });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { method, url } = input as Request;
    if (method === "GET") return Response.json(own);
    const id = url.split("/").at(-1);
    if (method === "DELETE") own = own.filter(({ _id }) => _id !== id);
    const body = method === "PUT" ? await (input as Request).json() : undefined;
    if (body) own = own.map((one) => (one._id === id ? { ...one, ...body } : one));
    sent.push([method, id, body]);
    return Response.json({ acknowledged: true });
  });
});

async function open() {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <OwnReviews />
      <ToastOutlet />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const nth = (name: string, index: number) =>
  screen.getAllByRole("button", { name })[index] as HTMLElement;

test("the newest review is first, and its text can be edited without its rating", async () => {
  const user = await open();
  expect((await screen.findAllByRole("listitem"))[0]).toHaveTextContent("It bent.");
  await user.click(nth("Edit", 1));
  await user.type(screen.getByLabelText("Text of your review"), " Deep.");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("It digs. Deep.")).toBeVisible();
  expect(sent).toEqual([["PUT", "r1", { review: "It digs. Deep.", rating: 4.5 }]]);
});

test("a review is deleted after confirmation, and without reviews the list is gone", async () => {
  own = [review("r1", "It digs.", 4)];
  const user = await open();
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  expect(sent).toEqual([]);
  const dialog = screen.getByRole("dialog", { name: /^Delete review by Ann/ });
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("The review is deleted")).toBeVisible();
  await vi.waitFor(() => expect(screen.queryByText("Your reviews")).toBeNull());
  expect(sent).toEqual([["DELETE", "r1", undefined]]);
});
