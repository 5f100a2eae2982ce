import { expect, test } from "vitest";
import { lastMonth } from "./last-month.ts";

test("last month is from its first to its last day where the shop is", () => {
  const at = (now: string) => Object.values(lastMonth(new Date(now)));
  expect(at("2026-11-23T12:00:00Z")).toEqual(["2026-10-01", "2026-10-31"]);
  expect(at("2027-01-15T12:00:00Z")).toEqual(["2026-12-01", "2026-12-31"]);
  expect(at("2028-03-01T12:00:00Z")).toEqual(["2028-02-01", "2028-02-29"]);
  // It is still November in Toronto.
  expect(at("2026-12-01T04:59:59Z")).toEqual(["2026-10-01", "2026-10-31"]);
  expect(at("2026-12-01T05:00:00Z")).toEqual(["2026-11-01", "2026-11-30"]);
});
