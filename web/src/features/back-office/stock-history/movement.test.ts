import { expect, test } from "vitest";
import { causeText, changeText } from "./movement.ts";

test("a movement is told in words", () => {
  expect(causeText("order_deleted")).toBe("Order deleted");
  expect(causeText("edited")).toBe("Edited");
  expect([changeText(1_200), changeText(-3)]).toEqual(["+1,200", "−3"]);
});
