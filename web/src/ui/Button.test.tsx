import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { Button } from "./Button.tsx";

// Presses are at times that do not depend on the machine's speed.
let time = 1_000;
beforeEach(() => vi.spyOn(Event.prototype, "timeStamp", "get").mockImplementation(() => time));

function open(error = "") {
  let submits = 0;
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submits += 1;
      }}
    >
      <input aria-label="Name" />
      <p role="alert">{error}</p>
      <Button type="submit">Save</Button>
    </form>,
  );
  const save = screen.getByRole("button", { name: "Save" });
  return { user: userEvent.setup(), save, submits: () => submits };
}

test("impatient presses on Save submit once, and a press after typing submits again", async () => {
  const { user, save, submits } = open();
  for (let press = 1; press <= 9; press += 1) await user.click(save);
  expect(submits()).toBe(1);
  await user.type(screen.getByLabelText("Name"), "A");
  await user.click(save);
  expect(submits()).toBe(2);
  // The keyboard's click has no detail.
  fireEvent.click(save, { detail: 0 });
  expect(submits()).toBe(3);
});

test("a press after a second submits again", async () => {
  const { user, save, submits } = open();
  await user.click(save);
  time += 1_000;
  await user.click(save);
  expect(submits()).toBe(2);
});

test("a press below an error submits again at once", async () => {
  const { user, save, submits } = open("Please try again.");
  await user.click(save);
  await user.click(save);
  expect(submits()).toBe(2);
});
