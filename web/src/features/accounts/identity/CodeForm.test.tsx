import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CodeForm } from "./CodeForm.tsx";
import type { CodeExpiry } from "./code-expiry.ts";

let given: string[];
let resent: number;
let refusal: Error | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  given = [];
  resent = 0;
  refusal = undefined;
});

afterEach(() => {
  vi.useRealTimers();
});

const form = (sending: CodeExpiry) => (
  <CodeForm
    target="+1 613 555 0142"
    expiry={sending}
    submitLabel="Verify"
    onCode={async (code) => {
      given.push(code);
      if (refusal) throw refusal;
    }}
    onResend={async () => {
      resent += 1;
    }}
    otherLabel="Use another number"
    onOther={() => {}}
  />
);

const FIVE_MINUTES: CodeExpiry = { expiresIn: 300, resendIn: 60 };

const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000));

async function enter(code: string) {
  fireEvent.input(screen.getByLabelText("Code"), { target: { value: code } });
  fireEvent.click(screen.getByRole("button", { name: "Verify" }));
  await act(() => vi.advanceTimersByTimeAsync(0));
}

test("the field has the focus, and takes the digits however they are written", async () => {
  render(form(FIVE_MINUTES));
  await seconds(0);
  expect(screen.getByLabelText("Code")).toHaveFocus();
  await enter("123-4");
  expect(screen.getByLabelText("Code")).toHaveAccessibleDescription(/A code has six digits/);
  expect(given).toEqual([]);
  await enter(" 123 456 ");
  expect(given).toEqual(["123456"]);
});

test("a code that is refused stays in its field, with the reason below", async () => {
  render(form(FIVE_MINUTES));
  refusal = new Error("broken");
  await enter("123456");
  expect(screen.getByText(/Something went wrong/)).toBeVisible();
  expect(screen.getByLabelText("Code")).toHaveValue("123456");
  expect(screen.getByLabelText("Code")).toHaveFocus();
});

test("time runs for the eye every second, and speaks only when something changes", async () => {
  render(form(FIVE_MINUTES));
  const spoken = screen.getByRole("status");
  expect(screen.getByText("It is valid for another 5:00.")).toBeVisible();
  expect(screen.getByText("Another code in 1:00")).toBeVisible();

  const said: string[] = [];
  for (let passed = 0; passed < 300; passed += 1) {
    await seconds(1);
    const text = spoken.textContent ?? "";
    if (text !== said.at(-1)) said.push(text);
  }
  expect(said).toEqual([
    "",
    "You can request another code now.",
    "The code is valid for one more minute.",
    "The code has expired.",
  ]);
  expect(screen.getByText("This code has expired. Send another one.")).toBeVisible();
});

test("another code can be sent when its time has come, and restarts the countdown", async () => {
  const { rerender } = render(form(FIVE_MINUTES));
  expect(screen.queryByRole("button", { name: "Send another code" })).not.toBeInTheDocument();
  await seconds(60);
  fireEvent.click(screen.getByRole("button", { name: "Send another code" }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(resent).toBe(1);
  rerender(form({ ...FIVE_MINUTES }));
  expect(screen.getByText("It is valid for another 5:00.")).toBeVisible();
  expect(screen.getByText("Another code in 1:00")).toBeVisible();
});
