import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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
