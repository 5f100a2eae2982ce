import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ApiError } from "../api/errors.ts";
import { clearTab, holdFor, release } from "../api/session/tab-storage.ts";
import { Field } from "./Field.tsx";
import { FormActions } from "./FormActions.tsx";
import { useApiForm } from "./use-api-form.ts";

const refused = (field: string) =>
  ApiError.from(
    { status: 422 },
    { errors: [{ field, code: "taken", detail: `${field} is taken` }] },
  );

let answers: { resolve: () => void; reject: (error: Error) => void }[];

function Form() {
  const form = useApiForm({
    defaultValues: { name: "", colour: "" },
    call: () => new Promise<void>((resolve, reject) => answers.push({ resolve, reject })),
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <Field label="Name" {...form.field("name", { required: "Name is required" })} />
      <Field label="Colour" {...form.register("colour")} />
      <FormActions form={form} onCancel={() => {}}>
        Save
      </FormActions>
    </form>
  );
}

async function sendForm() {
  answers = [];
  const user = userEvent.setup();
  render(<Form />);
  await user.type(screen.getByLabelText("Name"), "Hoe");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => answers.length).toBe(1);
  return user;
}

test("a server's error of a field appears at the field, which gets the focus", async () => {
  await sendForm();
  answers[0]?.reject(refused("name"));
  await expect
    .poll(() => screen.getByLabelText("Name"))
    .toHaveAccessibleDescription("name is taken");
  expect(screen.getByLabelText("Name")).toHaveFocus();
  expect(screen.getAllByText(/is taken/)).toHaveLength(1);
});

test("an error of a field that shows none appears above the buttons", async () => {
  await sendForm();
  answers[0]?.reject(refused("colour"));
  expect(await screen.findByText("colour is taken")).toBeVisible();
});

test("a second submit waits for the first, and the form can be sent again after it", async () => {
  const user = await sendForm();
  const form = screen.getByLabelText("Name").closest("form") as HTMLFormElement;
  fireEvent.submit(form);
  await user.type(screen.getByLabelText("Name"), "{Enter}");
  expect(answers).toHaveLength(1);
  answers[0]?.resolve();
  const button = screen.getByRole("button", { name: "Save" });
  await expect.poll(() => button.getAttribute("aria-disabled")).toBeNull();
  fireEvent.submit(form);
  await expect.poll(() => answers.length).toBe(2);
});

const savedNote = () => screen.getByLabelText<HTMLInputElement>("Note").value;

function NoteForm({ about }: { about: string }) {
  const form = useApiForm({
    keepAs: `note of ${about}`,
    defaultValues: { note: "" },
    call: () => Promise.reject(ApiError.from({ status: 401 }, { code: "unauthenticated" })),
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <Field label="Note" {...form.register("note")} />
      <button type="submit">Save</button>
    </form>
  );
}

test("what was typed when the session ended is there once, for the same account and thing", async () => {
  holdFor("1");
  const user = userEvent.setup();
  render(<NoteForm about="a" />);
  await user.type(screen.getByLabelText("Note"), "by the gate");
  await user.click(screen.getByRole("button", { name: "Save" }));
  cleanup();
  release();
  render(<NoteForm about="a" />);
  expect(savedNote()).toBe("");
  cleanup();
  holdFor("1");
  render(<NoteForm about="b" />);
  expect(savedNote()).toBe("");
  cleanup();
  render(<NoteForm about="a" />);
  expect(savedNote()).toBe("by the gate");
  cleanup();
  render(<NoteForm about="a" />);
  expect(savedNote()).toBe("");
  clearTab();
});

test("a form that a session's end takes away keeps what was typed", async () => {
  holdFor("1");
  const user = userEvent.setup();
  render(<NoteForm about="c" />);
  await user.type(screen.getByLabelText("Note"), "by the gate");
  release();
  cleanup();
  holdFor("1");
  render(<NoteForm about="c" />);
  expect(savedNote()).toBe("by the gate");
  clearTab();
});

const call = vi.fn();

function Guarded({ refusal, isUnderWay = false }: { refusal?: string; isUnderWay?: boolean }) {
  const form = useApiForm({
    defaultValues: {},
    refuse: () => refusal,
    waitsFor: () => ({ isUnderWay }),
    call,
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <FormActions form={form} onCancel={() => {}}>
        Save
      </FormActions>
    </form>
  );
}

test("a form that refuses a press says why", async () => {
  call.mockReset();
  render(<Guarded refusal="Please choose a tool." />);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Please choose a tool.")).toBeVisible();
  expect(call).not.toHaveBeenCalled();
});

test("a press waits for what the call needs", async () => {
  call.mockReset();
  const { rerender } = render(<Guarded isUnderWay />);
  const button = screen.getByRole("button", { name: "Save" });
  await userEvent.click(button);
  await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
  expect(call).not.toHaveBeenCalled();
  rerender(<Guarded />);
  await expect.poll(() => call.mock.calls.length).toBe(1);
});
