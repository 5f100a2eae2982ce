import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Review } from "../../../api/client.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import { ToastOutlet } from "../../../ui/toast.tsx";
import { ReplyDialog } from "./ReplyDialog.tsx";

const review: Review = {
  _id: "r1",
  name: "Ann",
  review: "It bent.",
  rating: 2,
  createdAt: "2026-11-20T10:00:00Z",
};

function open(reply?: string) {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ReplyDialog review={{ ...review, ...(reply && { reply }) }} onClose={onClose} />
      <ToastOutlet />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), onClose, answer: screen.getByLabelText("Your answer") };
}

const publish = () => screen.getByRole("button", { name: "Publish" });

test("the answer is sent with the text that the owner has read", async () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  fetched.mockImplementation(async () => Response.json({ acknowledged: true }));
  const { user, onClose, answer } = open();
  expect(screen.getByRole("dialog", { name: "Answer Ann" })).toHaveTextContent("It bent.");
  await user.type(answer, "Please send it back.");
  await user.click(publish());
  expect(await screen.findByText("Your answer is published")).toBeVisible();
  const sent = fetched.mock.calls[0]?.[0] as Request;
  expect(`${sent.method} ${new URL(sent.url).pathname}`).toBe("PUT /api/manageReviews/r1/reply");
  expect(await sent.json()).toEqual({ reply: "Please send it back.", review: "It bent." });
  expect(onClose).toHaveBeenCalledOnce();
});

test("an empty answer removes the one before", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({}));
  const { user, answer } = open("Sorry.");
  expect(answer).toHaveValue("Sorry.");
  await user.clear(answer);
  await user.click(publish());
  expect(await screen.findByText("Your answer is removed")).toBeVisible();
});

test("after an error the dialog stays open with the text", async () => {
  const problem = {
    code: "invalid_field",
    errors: [{ field: "reply", detail: "It is too long." }],
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json(problem, { status: 422 }),
  );
  const { user, onClose, answer } = open();
  await user.type(answer, "Sorry!");
  await user.click(publish());
  expect(await screen.findByText("It is too long.")).toBeVisible();
  expect(answer).toHaveValue("Sorry!");
  expect(onClose).not.toHaveBeenCalled();
});
