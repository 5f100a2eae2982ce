import { beforeEach, expect, test } from "vitest";
import {
  clearAfterOtherTab,
  clearTab,
  currentHolder,
  holdFor,
  isSignedOut,
  keepInBrowser,
  keepInMemory,
  keepInTab,
  readFromBrowser,
  readFromMemory,
  readFromTab,
  release,
  STAYS,
} from "./tab-storage.ts";

beforeEach(() => {
  clearTab();
  sessionStorage.clear();
  localStorage.clear();
});

function keepAll(text: string) {
  keepInTab("draft", text);
  keepInBrowser("place", text);
  keepInMemory("form", text);
}

const readAll = () => [
  readFromTab<string>("draft"),
  readFromBrowser<string>("place"),
  readFromMemory<string>("form"),
];

const all = (text?: string) => [text, text, text];

test("what an account typed is there when the same account comes back, and a visitor never reads it", () => {
  holdFor("1");
  keepAll("12 Fern Lane");
  release();
  expect(readAll()).toEqual(all());
  expect(isSignedOut()).toBe(false);
  holdFor("1");
  expect(readAll()).toEqual(all("12 Fern Lane"));
});

test("another account gets nothing, and nothing is left for the first one", () => {
  holdFor("1");
  keepAll("12 Fern Lane");
  release();
  holdFor("2");
  expect(readAll()).toEqual(all());
  release();
  holdFor("1");
  expect(readAll()).toEqual(all());
});

test("Sign Out deletes all", () => {
  holdFor("1");
  keepAll("12 Fern Lane");
  clearTab();
  expect(isSignedOut()).toBe(true);
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
  holdFor("1");
  expect(readAll()).toEqual(all());
});

test("Sign Out in another tab leaves what stays for the same account, and for no other", () => {
  const name = `${STAYS}checkout`;
  const signOutElsewhere = () => {
    holdFor("1");
    keepAll("12 Fern Lane");
    keepInTab(name, "12 Fern Lane");
    localStorage.clear();
    clearAfterOtherTab();
  };
  signOutElsewhere();
  expect([readFromTab(name), ...readAll()]).toEqual([undefined, ...all()]);
  holdFor("1");
  expect([readFromTab(name), ...readAll()]).toEqual(["12 Fern Lane", ...all()]);
  clearTab();
  expect(sessionStorage.length).toBe(0);
  signOutElsewhere();
  holdFor("2");
  expect(readFromTab(name)).toBeUndefined();
  expect(sessionStorage.length).toBe(0);
});

test("what a visitor typed goes on with the login", () => {
  keepAll("1 Elm St");
  holdFor("1");
  expect(readAll()).toEqual(all("1 Elm St"));
  release();
  expect(readAll()).toEqual(all());
});

test("a form that is left after its session has ended keeps its text, and after Sign Out it does not", () => {
  holdFor("1");
  const owner = currentHolder();
  release();
  keepInMemory("form", "typed", owner);
  keepInTab("draft", "typed", owner);
  holdFor("1");
  expect([readFromMemory("form"), readFromTab("draft")]).toEqual(["typed", "typed"]);
  clearTab();
  keepInMemory("form", "typed", owner);
  keepInTab("draft", "typed", owner);
  holdFor("1");
  expect([readFromMemory("form"), readFromTab("draft")]).toEqual([undefined, undefined]);
});
