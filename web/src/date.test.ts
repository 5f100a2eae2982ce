import { expect, test } from "vitest";
import { currentShop, setShop } from "./api/shop.ts";
import { formatDate, formatDay, formatDeadline, formatTime } from "./date.ts";
import { startOfDay } from "./features/back-office/audit-log/start-of-day.ts";

test("a date is in the shop's time zone, not in UTC", () => {
  expect(formatDate("2026-11-21T04:59:59Z")).toBe("November 20, 2026");
  expect(formatDate("2026-11-21T05:00:00.000001Z")).toBe("November 21, 2026");
});

test("a deadline within a day has its time", () => {
  const now = Date.parse("2026-11-20T14:05:00Z");
  expect(formatDeadline("2026-11-20T15:05:00Z", now)).toBe("November 20, 2026 at 10:05 a.m.");
  expect(formatDeadline("2026-11-27T14:05:00Z", now)).toBe("November 27, 2026");
});

test("a day of this year is short, in the shop's time zone", () => {
  const now = Date.parse("2026-11-24T12:00:00Z");
  expect(formatDay("2026-11-21T04:59:59Z", now)).toBe("Nov 20");
  expect(formatDay("2026-01-01T04:59:59Z", now)).toBe("December 31, 2025");
});

test("a time is the shop's, in summer as well", () => {
  expect(formatTime(Date.parse("2026-11-21T14:05:07Z"))).toBe("09:05:07");
  expect(formatTime(Date.parse("2026-07-01T04:00:00Z"))).toBe("00:00:00");
});

test("dates follow the time zone and the locale that the owner chooses", () => {
  const first = currentShop();
  setShop({ ...first, timeZone: "America/Vancouver" });
  expect(formatDate("2026-11-21T07:59:59Z")).toBe("November 20, 2026");
  setShop({ ...first, locale: "fr-CA" });
  expect(formatDate("2026-11-21T12:00:00Z")).toBe("21 novembre 2026");
  setShop({ ...first, timeZone: "Nowhere/Unknown" });
  expect(formatTime(Date.parse("2026-11-21T14:05:07Z"))).toBe("14:05:07");
  setShop(first);
});

test("a day begins at the shop's midnight, in summer as well", () => {
  expect(startOfDay("2026-11-20")).toBe("2026-11-20T05:00:00.000Z");
  expect(startOfDay("2026-07-31", 1)).toBe("2026-08-01T04:00:00.000Z");
});
