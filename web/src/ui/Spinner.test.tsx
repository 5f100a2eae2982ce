import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { SLOW_AFTER, Spinner } from "./Spinner.tsx";

test("after a while it says that loading takes long, and offers to try again", () => {
  vi.useFakeTimers();
  render(<Spinner />);
  act(() => vi.advanceTimersByTime(SLOW_AFTER - 1));
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole("status").textContent).toContain("This is taking longer than usual.");
  expect(screen.queryByRole("button", { name: "Try again" })).not.toBeNull();
  vi.useRealTimers();
});
