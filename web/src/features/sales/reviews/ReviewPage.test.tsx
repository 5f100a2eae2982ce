import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import * as session from "../../../api/session/SessionProvider.tsx";
import { ToastOutlet } from "../../../ui/toast.tsx";
import type { ReviewOptions } from "./own-reviews.ts";
import ReviewPage from "./ReviewPage.tsx";

let sent: unknown[];
let own: unknown[];
let options: ReviewOptions;
let answerToSending: () => Response | Promise<Response>;

beforeEach(() => {
  sent = [];
  own = [];
  options = { needsApproval: false, tools: [] };
  answerToSending = () => Response.json({ success: true, result: { insertedId: "1" } });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    if (request.method === "GET")
      return Response.json(request.url.endsWith("/options") ? options : own);
    sent.push(await request.json());
    return answerToSending();
  });
});

/** Each test has its own author, because drafts last as long as the document. */
async function open(email = "ann@example.com") {
  vi.spyOn(session, "useAccount").mockReturnValue({ email, name: "Ann" });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <ReviewPage />
        <ToastOutlet />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "Review" });
  await vi.waitFor(() => expect(screen.queryByText(/Loading the form/)).toBeNull());
  return userEvent.setup();
}

const text = () => screen.getByLabelText("Review");
const send = () => screen.getByRole("button", { name: "Send review" });

test("stars and words are sent, thanked for, and the form is empty again", async () => {
  const user = await open();
  await user.click(screen.getByRole("radio", { name: "4 stars" }));
  await user.type(text(), "It digs.");
  await user.click(send());
  expect(
    await screen.findByText(
      "Thank you for your review.We tried our best to full fill your demand.",
    ),
  ).toBeVisible();
  expect(sent).toEqual([{ name: "Ann", email: "ann@example.com", review: "It digs.", rating: 4 }]);
  expect(text()).toHaveValue("");
  expect(screen.getByRole("radio", { name: "No stars" })).toBeChecked();
});

test("an empty review is not sent, and the field says what is missing", async () => {
  const user = await open();
  const missing = "Choose some stars, or write a few words";
  await user.type(text(), "  ");
  await user.click(send());
  expect(await screen.findByText(missing)).toBeVisible();
  expect(text()).toHaveFocus();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole("radio", { name: "3 stars" }));
  await vi.waitFor(() => expect(screen.queryByText(missing)).toBeNull());
  await user.click(send());
  await screen.findByText(/^Thank you for your review/);
  expect(sent).toMatchObject([{ review: "  ", rating: 3 }]);
});

test("a word alone is enough", async () => {
  const user = await open("gil@example.com");
  await user.type(text(), "It digs.");
  await user.click(send());
  await screen.findByText(/^Thank you for your review/);
  expect(sent).toMatchObject([{ review: "It digs.", rating: 0 }]);
});

test("a second press on the button that has sent the review sends no empty one", async () => {
  const user = await open("dora@example.com");
  await user.type(text(), "It digs.");
  await user.click(send());
  await screen.findByText("Your review is published.");
  await user.click(send());
  expect(sent).toHaveLength(1);
  expect(screen.queryByText(/^Choose some stars/)).toBeNull();
  await user.type(text(), "And it rakes.");
  await user.click(send());
  await vi.waitFor(() => expect(sent).toHaveLength(2));
});

test("what is too long is counted and not cut, and not sent", async () => {
  const user = await open("bob@example.com");
  await user.click(text());
  await user.paste("x".repeat(2005));
  expect(screen.getByText("5 too many of 2,000 characters")).toBeVisible();
  await user.click(send());
  expect(await screen.findByText("A review has 2,000 characters at most")).toBeVisible();
  expect(text()).toHaveFocus();
  expect(sent).toEqual([]);
});

test("a refusal is told and loses nothing", async () => {
  answerToSending = () =>
    Response.json({ code: "too_many_reviews", detail: "Wait." }, { status: 429 });
  const user = await open("cid@example.com");
  await user.click(screen.getByRole("radio", { name: "1 star" }));
  await user.type(text(), "Bent.");
  await user.click(send());
  expect(await screen.findByText("Wait.")).toBeVisible();
  expect(text()).toHaveValue("Bent.");
  expect(screen.getByRole("radio", { name: "1 star" })).toBeChecked();
});

test("what is typed while the review is on its way stays; the stars are empty again", async () => {
  let arrive: (answer: Response) => void = () => {};
  answerToSending = () =>
    new Promise((resolve) => {
      arrive = resolve;
    });
  const user = await open("dan@example.com");
  await user.click(screen.getByRole("radio", { name: "2 stars" }));
  await user.type(text(), "It digs.");
  await user.click(send());
  await user.type(text(), " Deep.");
  arrive(Response.json({ success: true, result: { insertedId: "1" } }));
  await screen.findByText(/^Thank you for your review/);
  expect(text()).toHaveValue("It digs. Deep.");
  expect(screen.getByRole("radio", { name: "No stars" })).toBeChecked();
});

test("a buyer names the tool, and reads that the review waits for the shop", async () => {
  options = { needsApproval: true, tools: [{ _id: "t1", name: "Draw Hoe" }] };
  const review = { _id: "r1", name: "Ann", review: "It draws.", rating: 4, createdAt: "" };
  own = [{ ...review, state: "pending", toolName: "Draw Hoe" }];
  const user = await open("eve@example.com");
  await user.selectOptions(screen.getByLabelText(/^Which tool/), "Draw Hoe");
  await user.click(screen.getByRole("radio", { name: "4 stars" }));
  await user.click(send());
  expect(await screen.findByText(/will show it after reading it/)).toBeVisible();
  expect(sent).toMatchObject([{ toolId: "t1" }]);
  expect(screen.getByText("Waiting for the shop. Only you can see it.")).toBeVisible();
  expect(screen.getByText("Verified purchase:")).toHaveTextContent("Draw Hoe");
});

test("who may not review reads why, in place of the form", async () => {
  options = { needsApproval: false, tools: [], refusal: "Only customers with a paid order." };
  await open("fay@example.com");
  expect(screen.getByText("Only customers with a paid order.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send review" })).toBeNull();
});
