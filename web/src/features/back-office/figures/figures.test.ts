import { expect, test } from "vitest";
import type { Sales } from "../../../api/client.ts";
import {
  describeChart,
  describeStep,
  MEASURES,
  periodText,
  scaleText,
  scaleTop,
  stepText,
} from "./figures.ts";

test("the scale ends at a round number above the highest bar", () => {
  expect([0, 1, 3, 7, 20, 21, 240, 1234.5].map(scaleTop)).toEqual([2, 2, 4, 8, 20, 40, 400, 2000]);
});

test("the scale has no cents, which are always zero", () => {
  const { revenue, orders } = MEASURES;
  expect([0, 2000].map((value) => scaleText(revenue, value))).toEqual(["$0", "$2,000"]);
  expect(scaleText(orders, 400)).toBe("400");
});

test("a step is named by its days", () => {
  expect(stepText({ from: "2026-11-05", to: "2026-11-05" }, "day")).toMatch(/^Nov\.? 5$/);
  expect(stepText({ from: "2026-11-02", to: "2026-11-08" }, "week")).toMatch(/^Nov\.? 2\s?–\s?8$/);
  expect(stepText({ from: "2026-11-01", to: "2026-11-30" }, "month")).toBe("November 2026");
  expect(periodText("2026-10-07", "2026-11-05")).toMatch(/Oct.*7.*Nov.*5.*2026/);
});

test("the chart says its highest number", () => {
  const sales = (revenue: number): Sales => ({
    orders: 1,
    revenue,
    refunds: 0,
    refunded: 0,
    recorded: 0,
    averageOrder: revenue,
  });
  const steps = [20, 40, 40].map((revenue, day) => ({
    from: `2026-11-0${day + 1}`,
    to: `2026-11-0${day + 1}`,
    sales: sales(revenue),
    before: sales(0),
  }));
  expect(describeChart(steps, "day", MEASURES.revenue)).toMatch(
    /The highest is \$40.00, Nov\.? 2\./,
  );
  expect(steps.map((step) => describeStep(step, "day", MEASURES.revenue))[1]).toMatch(
    /^Nov\.? 2: \$40\.00, before: \$0\.00$/,
  );
  expect(describeChart(steps, "day", MEASURES.refunded)).toBe("Refunds: none in this period.");
});
