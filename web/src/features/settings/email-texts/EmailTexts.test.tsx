import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import * as session from "../../../api/session/SessionProvider.tsx";
import { ToastOutlet } from "../../../ui/toast.tsx";
import EmailTextsEditorPage from "./EmailTextsEditorPage.tsx";
import EmailTextsPage from "./EmailTextsPage.tsx";
import type { EmailTexts } from "./queries.ts";

const FIRST = { subject: "Your order: {quantity} × {tool}", opening: "Thank you for your order." };

let emails: EmailTexts[];
let revision: number;
let sent: { path: string; etag: string | null; body: unknown }[];
let answer: (() => Response) | undefined;

beforeEach(() => {
  const email = (kind: string, title: string, subject: string) => ({
    ...{ kind, title, subject, opening: "", placeholders: ["{name}", "{tool}"] },
    ...{ firstSubject: FIRST.subject, firstOpening: FIRST.opening },
  });
  emails = [email("order_placed", "Order placed", ""), email("order_paid", "Order paid", "Merci!")];
  [revision, sent, answer] = [3, [], undefined];
  vi.spyOn(session, "useAccount").mockReturnValue({ email: "hazel@example.com", name: "Hazel" });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const { pathname, search } = new URL(request.url);
    if (request.method !== "GET") {
      const body = request.method === "PUT" ? await request.json() : undefined;
      sent.push({ path: pathname + search, etag: request.headers.get("If-Match"), body });
      const failed = answer?.();
      answer = undefined;
      if (failed) return failed;
      if (request.method === "POST")
        return Response.json({ isSent: true, to: "hazel@example.com", answer: "250" });
      emails = emails.map((one) => (one.kind === body.kind ? { ...one, ...body } : one));
      revision += 1;
    }
    return Response.json(emails, { headers: { ETag: `"${revision}"` } });
  });
});

function open(path: string) {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/dashboard/emails" element={<EmailTextsPage />} />
          <Route path="/dashboard/emails/:kind" element={<EmailTextsEditorPage />} />
        </Routes>
      </MemoryRouter>
      <ToastOutlet />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const button = (name: string) => screen.getByRole("button", { name });

test("the list says which e-mails have the owner's words, and leads to their editor", async () => {
  const user = open("/dashboard/emails");
  const [placed, paid] = await screen.findAllByRole("listitem");
  expect(placed).toHaveTextContent(`Order placeddefault${FIRST.subject}`);
  expect(paid).toHaveTextContent("Order paidchangedMerci!");
  await user.click(screen.getByRole("link", { name: "Order paid" }));
  expect(await screen.findByLabelText("Subject")).toHaveValue("Merci!");
  expect(screen.getByLabelText("Opening words")).toHaveValue(FIRST.opening);
});

test("what was typed is shown in the preview and saved against the version of the page", async () => {
  const user = open("/dashboard/emails/order_placed");
  const subject = await screen.findByLabelText("Subject");
  const frame = screen.getByTitle<HTMLIFrameElement>("Preview");
  expect(frame.getAttribute("sandbox")).toBe("");
  expect(new URL(frame.src).searchParams.get("opening")).toBe(FIRST.opening);
  const replace = vi.fn();
  Object.defineProperty(frame, "contentWindow", { value: { location: { replace } } });

  await user.clear(subject);
  await user.type(subject, "A & B?");
  await waitFor(() => expect(replace).toHaveBeenCalled());
  const shown = new URL(replace.mock.lastCall?.[0], "http://shop.invalid");
  expect(Object.fromEntries(shown.searchParams)).toEqual({
    ...{ kind: "order_placed", subject: "A & B?", opening: FIRST.opening },
  });
  expect(button("Send a test to me")).toBeDisabled();

  await user.click(button("Save"));
  expect(await screen.findByText("E-mail saved")).toBeVisible();
  const body = { kind: "order_placed", subject: "A & B?", opening: FIRST.opening };
  expect(sent).toEqual([{ path: "/api/manageShop/emails", etag: '"3"', body }]);
  await user.click(button("Send a test to me"));
  expect(await screen.findByText("Sent to hazel@example.com")).toBeVisible();
  expect(sent[1]?.path).toBe("/api/manageShop/test-email?kind=order_placed");

  await user.click(button("Reset to default"));
  expect(await screen.findByText("The e-mail has its default texts")).toBeVisible();
  expect(sent[2]).toMatchObject({ etag: '"4"', body: { subject: "", opening: "" } });
  expect(screen.getByLabelText("Subject")).toHaveValue(FIRST.subject);
  expect(screen.queryByRole("button", { name: "Reset to default" })).toBeNull();
});

test("an unknown placeholder is named at its field, and after another owner's save the next one works", async () => {
  const user = open("/dashboard/emails/order_paid");
  const problem = (status: number, members: object) => () =>
    Response.json({ title: "No", detail: "Please save again.", ...members }, { status });
  await user.type(await screen.findByLabelText("Subject"), " {{order}");
  const errors = [{ field: "subject", code: "unknown_placeholder", detail: "No such braces." }];
  answer = problem(422, { code: "invalid_field", errors });
  await user.click(button("Save"));
  await waitFor(() => expect(screen.getByLabelText("Subject")).toBeInvalid());
  expect(screen.getByText("No such braces.")).toBeVisible();

  revision = 7;
  answer = problem(412, { code: "revision_changed" });
  await user.type(screen.getByLabelText("Subject"), "!");
  await user.click(button("Save"));
  expect(await screen.findByText(/Please save again/)).toBeVisible();
  expect(screen.getByLabelText("Subject")).toHaveValue("Merci! {order}!");
  await user.click(button("Save"));
  expect(await screen.findByText("E-mail saved")).toBeVisible();
  expect(sent.map(({ etag }) => etag)).toEqual(['"3"', '"3"', '"7"']);
});
