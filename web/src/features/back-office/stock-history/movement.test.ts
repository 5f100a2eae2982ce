import { expect, test } from "vitest";
import { actorText, causeText, changeText } from "./movement.ts";

test("a movement is told in words", () => {
  expect(causeText("order_deleted")).toBe("Order deleted");
  expect(causeText("edited")).toBe("Edited");
  expect([changeText(1_200), changeText(-3)]).toEqual(["+1,200", "−3"]);
});

test("a movement without a person is of a customer or of the shop", () => {
  expect(actorText({ cause: "ordered" })).toBe("Customer");
  expect(actorText({ cause: "order_expired" })).toBe("The shop");
  expect(actorText({ cause: "edited", actor: { id: "1" } })).toBe("A deleted account");
  const actor = { id: "1", name: "Hazel", apiKey: "till" };
  expect(actorText({ cause: "edited", actor })).toBe("Hazel (API key till)");
});
