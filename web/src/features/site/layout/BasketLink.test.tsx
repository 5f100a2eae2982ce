import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepCountOfSession } from "../../../api/basket-count.ts";
import * as session from "../../../api/session/SessionProvider.tsx";
import { BasketLink } from "./BasketLink.tsx";

const as = (uid?: string) =>
  vi.spyOn(session, "useSession").mockReturnValue({
    state: uid ? { status: "signed-in", session: { uid } } : { status: "signed-out" },
  } as ReturnType<typeof session.useSession>);

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

test.each([
  ["2", undefined, "Basket, 2 tools"],
  ["1", "ann", "Basket, 1 tool"],
  ["3 ann", "ann", "Basket, 3 tools"],
  ["3 ann", "bo", "Basket"],
  ["3 ann", undefined, "Basket"],
  ["0", undefined, "Basket"],
  ["many", undefined, "Basket"],
  [undefined, "ann", "Basket"],
])("of %j, %j sees %j", (stored, uid, name) => {
  if (stored) localStorage.setItem("basketCount", stored);
  as(uid);
  render(<BasketLink />, { wrapper: MemoryRouter });
  expect(screen.getByRole("link")).toHaveAccessibleName(name);
});

test.each([
  ["", 3, "3 ann"],
  ["1 ann", 3, "3 ann"],
  ["4 bo", 0, "0 ann"],
  ["1", 3, "3 ann"],
  // A visitor's basket joins the account's.
  ["2", 0, "2"],
])("the session tells the number: %j and %j are %j", (stored, count, kept) => {
  if (stored) localStorage.setItem("basketCount", stored);
  keepCountOfSession(count, "ann");
  expect(localStorage.getItem("basketCount")).toBe(kept);
});
