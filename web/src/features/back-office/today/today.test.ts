import { expect, test } from "vitest";
import { ago, dayText, describeDays, describePaymentTest, type PaymentTest } from "./today.ts";

test("an age is told in hours, then in days", () => {
  const now = Date.parse("2026-11-24T12:00:00Z");
  expect(ago("2026-11-24T11:30:00Z", now)).toBe("just now");
  expect(ago("2026-11-24T11:00:00Z", now)).toBe("1 hour ago");
  expect(ago("2026-11-23T12:30:00Z", now)).toBe("23 hours ago");
  expect(ago("2026-11-23T12:00:00Z", now)).toBe("yesterday");
  expect(ago("2026-11-20T12:00:00Z", now)).toBe("4 days ago");
  expect(ago("2026-11-24T12:01:00Z", now), "a clock that is ahead").toBe("just now");
});

test("a day stays itself west of Greenwich", () => {
  expect(dayText("2026-11-24")).toBe("Tuesday, November 24");
  const days = [
    { day: "2026-11-23", revenue: 0 },
    { day: "2026-11-24", revenue: 12.5 },
  ];
  expect(describeDays(days)).toBe("Revenue by day. Monday $0.00, Tuesday $12.50.");
});

const works: PaymentTest = {
  isLive: true,
  webhook: "registered",
  webhookUrl: "https://shop.example.ca/api/webhooks/stripe",
  missingEvents: [],
  lastEvent: "arrived",
  lastEventAt: new Date().toISOString(),
};

test("a test of card payments says what works and what to do", () => {
  expect(describePaymentTest(works).map(({ isFine }) => isFine)).toEqual([true, true, true]);
  expect(describePaymentTest({ ...works, lastEvent: "none" }).map(({ isFine }) => isFine)).toEqual([
    ...[true, true, true],
  ]);
  const incomplete: PaymentTest = {
    ...works,
    webhook: "incomplete",
    missingEvents: ["charge.dispute.created", "charge.dispute.closed"],
    lastEvent: "missing",
  };
  const [, webhook, event] = describePaymentTest(incomplete);
  expect(webhook).toMatchObject({ isFine: false });
  expect(webhook?.text).toContain("charge.dispute.created, charge.dispute.closed");
  expect(event?.text).toContain("did not arrive");
  const refused = describePaymentTest({ ...works, keyError: "status 401" });
  expect(refused).toEqual([
    {
      isFine: false,
      text: "The secret key does not work: status 401. Check TROWEL_STRIPE_SECRET_KEY.",
    },
  ]);
});
