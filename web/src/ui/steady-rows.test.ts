import { expect, test } from "vitest";
import { mergeRows } from "./steady-rows.ts";

interface Row {
  id: string;
  open?: boolean;
}

const rules = { keyOf: ({ id }: Row) => id, belongs: ({ open = true }: Row) => open };
const rows = (ids: string): Row[] => [...ids].map((id) => ({ id }));
const merge = (shown: Row[], fresh: Row[]) => {
  const { shown: now, waiting } = mergeRows(shown, fresh, rules);
  return [now.map(({ id }) => id).join(""), waiting];
};

test("a row changes where it is", () => {
  const { shown } = mergeRows(rows("abc"), [{ id: "a" }, { id: "b", open: false }], rules);
  expect(shown[1]).toEqual({ id: "b", open: false });
});

test("a row that has left stays if it shows why, and goes if not", () => {
  const shipped = [{ id: "a" }, { id: "b", open: false }, { id: "c" }];
  expect(merge(shipped, rows("ac"))).toEqual(["abc", 0]);
  expect(merge(rows("abc"), rows("ac"))).toEqual(["ac", 0]);
});

test("new rows wait above and between, and follow below", () => {
  expect(merge(rows("bd"), rows("abcde"))).toEqual(["bde", 2]);
});

test("an empty list shows what arrives", () => {
  expect(merge([], rows("ab"))).toEqual(["ab", 0]);
  expect(merge(rows("a"), rows("b"))).toEqual(["b", 0]);
});
