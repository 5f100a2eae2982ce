import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import { ToastOutlet } from "../../../ui/toast.tsx";
import { ReplyDialog } from "./ReplyDialog.tsx";

const review = { _id: "r1", name: "Ann", review: "It bent.", rating: 2, createdAt: "" };

function open(answer: () => Response, reply?: string) {
  const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => answer());
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ReplyDialog review={{ ...review, ...(reply && { reply }) }} onClose={onClose} />
      <ToastOutlet />
    </QueryClientProvider>,
  );
  return {
    user: userEvent.setup(),
    fetched,
    onClose,
    answer: screen.getByLabelText("Your answer"),
  };
}

const saved = () => Response.json({ acknowledged: true });
const publish = () => screen.getByRole("button", { name: "Publish" });

test("the answer is sent with the text that the owner has read", async () => {
  const { user, fetched, onClose, answer } = open(saved);
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
  const { user, answer } = open(saved, "Sorry.");
  await user.clear(answer);
  await user.click(publish());
  expect(await screen.findByText("Your answer is removed")).toBeVisible();
});

test("after an error the dialog stays open with the text", async () => {
  const errors = [{ field: "reply", detail: "It is too long." }];
  const { user, onClose, answer } = open(() =>
    Response.json({ code: "invalid_field", errors }, { status: 422 }),
  );
  await user.type(answer, "Sorry!");
  await user.click(publish());
  expect(await screen.findByText("It is too long.")).toBeVisible();
  expect(answer).toHaveValue("Sorry!");
  expect(onClose).not.toHaveBeenCalled();
});
