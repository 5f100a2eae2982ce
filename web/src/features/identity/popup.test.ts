import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { follow, openWindow, outcomeOf } from "./popup.ts";

const ORIGIN = window.location.origin;

let popup: { closed: boolean };
let told: string[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  popup = { closed: false };
  told = [];
  stop = follow(popup as Window, {
    onOutcome: (outcome) => told.push(JSON.stringify(outcome)),
    onClosed: () => told.push("closed"),
  });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

const say = (data: unknown, origin = ORIGIN, source: unknown = popup) =>
  window.dispatchEvent(
    Object.assign(new Event("message"), { data, origin, source }) as unknown as MessageEvent,
  );

test.each([
  [{ done: true }, { done: true }],
  [{ problem: "provider_refused" }, { problem: "provider_refused" }],
  [{ done: "yes" }, undefined],
  [{ problem: 7 }, undefined],
  ["done", undefined],
  [null, undefined],
])("%j is read as %j", (data, outcome) => {
  expect(outcomeOf(data)).toEqual(outcome);
});

test("the window's first word counts, and nothing after it", () => {
  say({ done: true });
  say({ problem: "provider_refused" });
  popup.closed = true;
  vi.advanceTimersByTime(5000);
  expect(told).toEqual(['{"done":true}']);
});

test("another origin and another window are not listened to", () => {
  say({ done: true }, "https://evil.example");
  say({ done: true }, ORIGIN, window);
  expect(told).toEqual([]);
});

test("a window that was closed is told of once, and not before its last word had time to come", () => {
  popup.closed = true;
  vi.advanceTimersByTime(500);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(5000);
  expect(told).toEqual(["closed"]);
});

test("a window that only looks closed may still tell how it ended", () => {
  popup.closed = true;
  vi.advanceTimersByTime(5000);
  say({ done: true });
  expect(told).toEqual(["closed", '{"done":true}']);
});

test("on a phone no window is opened", () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: false } as MediaQueryList);
  expect(openWindow()).toBeNull();
  expect(open).not.toHaveBeenCalled();
});
