import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useDebouncedInput } from "./use-debounced-input.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open(value = "") {
  const told: string[] = [];
  const hook = renderHook(({ value }) => useDebouncedInput(value, (text) => told.push(text)), {
    initialProps: { value },
  });
  return {
    told,
    typed: () => hook.result.current.typed,
    type: (text: string) => act(() => hook.result.current.setTyped(text)),
    tellNow: () => act(() => hook.result.current.flush()),
    pause: () => act(() => vi.advanceTimersByTime(1_000)),
    become: (value: string) => hook.rerender({ value }),
  };
}

test("what is typed while the value is on its way stays, and is told in its turn", () => {
  const { told, typed, type, pause, become } = open();
  type("ab");
  pause();
  type("abc");
  become("ab");
  expect(typed()).toBe("abc");
  pause();
  type("abcd");
  become("abc");
  expect(typed()).toBe("abcd");
  pause();
  become("abcd");
  expect(told).toEqual(["ab", "abc", "abcd"]);
});

test("two that were told come back late, one after the other", () => {
  const { typed, type, pause, become } = open();
  type("a");
  pause();
  type("ab");
  pause();
  become("a");
  become("ab");
  expect(typed()).toBe("ab");
});

test("a value from elsewhere takes the place of what is typed", () => {
  const { told, typed, type, pause, become } = open("fern");
  type("fern ");
  pause();
  expect(typed()).toBe("fern ");
  become("");
  expect(typed()).toBe("");
  pause();
  expect(told).toEqual([]);
});

test("back where it began before the first answer is told as well", () => {
  const { told, type, pause } = open();
  type("ab");
  pause();
  type("");
  pause();
  expect(told).toEqual(["ab", ""]);
});

test("Enter tells once", () => {
  const { told, type, tellNow, pause } = open();
  type("ab");
  tellNow();
  tellNow();
  pause();
  expect(told).toEqual(["ab"]);
});
