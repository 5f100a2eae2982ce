import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
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
let answer: (() => Response | Promise<Response | undefined>) | undefined;

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
      const failed = await answer?.();
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
  const [, placed, paid] = await screen.findAllByRole("row");
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

const problem = (status: number, members: object) => () =>
  Response.json({ title: "No", detail: "Please save again.", ...members }, { status });

/** Another owner saves meanwhile, and the next save here is refused. */
function saveAsOther(kind: string, texts: Partial<EmailTexts>) {
  emails = emails.map((one) => (one.kind === kind ? { ...one, ...texts } : one));
  revision = 7;
  answer = problem(412, { code: "revision_changed" });
}

test("an unknown placeholder is named at its field, and another e-mail's save is no conflict", async () => {
  const user = open("/dashboard/emails/order_paid");
  await user.type(await screen.findByLabelText("Subject"), " {{order}");
  const errors = [{ field: "subject", code: "unknown_placeholder", detail: "No such braces." }];
  answer = problem(422, { code: "invalid_field", errors });
  await user.click(button("Save"));
  await waitFor(() => expect(screen.getByLabelText("Subject")).toBeInvalid());
  expect(screen.getByText("No such braces.")).toBeVisible();

  saveAsOther("order_placed", { subject: "Thanks" });
  await user.type(screen.getByLabelText("Subject"), "!");
  await user.click(button("Save"));
  expect(await screen.findByText("E-mail saved")).toBeVisible();
  expect(screen.getByLabelText("Subject")).toHaveValue("Merci! {order}!");
  expect(sent.map(({ etag }) => etag)).toEqual(['"3"', '"3"', '"7"']);
});

test("another owner's texts are shown before they are replaced, also after the tab was left", async () => {
  const user = open("/dashboard/emails/order_paid");
  await user.type(await screen.findByLabelText("Subject"), "!");
  saveAsOther("order_paid", { subject: "Thanks", opening: "Hello" });
  window.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("online"));
  await user.click(button("Save"));
  expect(await screen.findByText("Please save again.")).toBeVisible();
  expect(sent[0]?.etag).toBe('"3"');
  const conflicts = within(screen.getByRole("region", { name: "Changed by both of you" }));
  expect(conflicts.getByText("Thanks")).toBeVisible();
  expect(conflicts.queryByText("Hello")).toBeNull();
  expect(screen.getByLabelText("Subject")).toHaveValue("Merci!!");
  expect(screen.getByLabelText("Opening words")).toHaveValue("Hello");
  await user.click(button("Use the other one for Subject"));
  expect(screen.getByLabelText("Subject")).toHaveValue("Thanks");
  await user.click(button("Save"));
  expect(await screen.findByText("E-mail saved")).toBeVisible();
  expect(sent[1]).toMatchObject({ etag: '"7"', body: { subject: "Thanks", opening: "Hello" } });
});

test("texts that were typed over older ones are shown beside the newer ones", async () => {
  const user = open("/dashboard/emails/order_paid");
  await user.type(await screen.findByLabelText("Subject"), "!");
  cleanup();
  saveAsOther("order_paid", { subject: "Thanks", opening: "Hello" });
  open("/dashboard/emails/order_paid");
  expect(await screen.findByLabelText("Subject")).toHaveValue("Merci!!");
  expect(screen.getByLabelText("Opening words")).toHaveValue("Hello");
  expect(screen.getByRole("region", { name: "Changed by both of you" })).toHaveTextContent(
    "Thanks",
  );
});

test("what is typed during a save stays", async () => {
  const user = open("/dashboard/emails/order_placed");
  const opening = await screen.findByLabelText("Opening words");
  await user.type(screen.getByLabelText("Subject"), "!");
  let finish = () => {};
  answer = () =>
    new Promise((resolve) => {
      finish = () => resolve(undefined);
    });
  await user.click(button("Save"));
  await user.type(opening, " Truly.");
  finish();
  expect(await screen.findByText("E-mail saved")).toBeVisible();
  expect(opening).toHaveValue(`${FIRST.opening} Truly.`);
  expect(button("Send a test to me")).toBeDisabled();
});
