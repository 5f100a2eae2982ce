import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openPopup, parsePopupMessage, watchPopup } from "./popup.ts";

const ORIGIN = window.location.origin;

let popup: { closed: boolean };
let told: string[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  popup = { closed: false };
  told = [];
  stop = watchPopup(popup as Window, {
    provider: "github",
    onResult: (outcome) => told.push(JSON.stringify(outcome)),
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
  [{ done: true, provider: "github" }, { done: true }],
  [{ problem: "provider_refused", provider: "github" }, { problem: "provider_refused" }],
  [{ done: true, provider: "google" }, undefined],
  [{ done: true }, undefined],
  [{ done: "yes", provider: "github" }, undefined],
  [{ problem: 7, provider: "github" }, undefined],
  ["done", undefined],
  [null, undefined],
])("%j is read as %j", (data, outcome) => {
  expect(parsePopupMessage(data, "github")).toEqual(outcome);
});

test("the window's first word counts, and nothing after it", () => {
  say({ done: true, provider: "github" });
  say({ problem: "provider_refused", provider: "github" });
  popup.closed = true;
  vi.advanceTimersByTime(5000);
  expect(told).toEqual(['{"done":true}']);
});

test("another origin and another window are not listened to", () => {
  say({ done: true, provider: "github" }, "https://evil.example");
  say({ done: true, provider: "github" }, ORIGIN, window);
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
  say({ done: true, provider: "github" });
  expect(told).toEqual(["closed", '{"done":true}']);
});

test("over the channel each tab hears its own provider's window, and no other's", async () => {
  vi.useRealTimers();
  const window = new BroadcastChannel("trowel-sign-in");
  const heard = new Promise<string>((resolve) => {
    stop();
    stop = watchPopup(popup as Window, {
      provider: "github",
      onResult: (outcome) => resolve(JSON.stringify(outcome)),
      onClosed: () => {},
    });
  });
  window.postMessage({ problem: "provider_refused", provider: "google" });
  window.postMessage({ done: true, provider: "github" });
  expect(await heard).toBe('{"done":true}');
  window.close();
});

test("on a phone no window is opened", () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: false } as MediaQueryList);
  expect(openPopup()).toBeNull();
  expect(open).not.toHaveBeenCalled();
});
