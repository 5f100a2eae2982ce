import { expect, test } from "vitest";
import { describeChange } from "./change.ts";

test("a change is compared with the period before", () => {
  expect(describeChange(125, 100)).toBe("Up 25%");
  expect(describeChange(50, 100)).toBe("Down 50%");
  expect(describeChange(1001, 1000)).toBe("Up by less than 1%");
  expect(describeChange(5, 0)).toBe("None before");
  expect(describeChange(100, 100)).toBe("Unchanged");
  expect(describeChange(0, 0)).toBe("");
});
