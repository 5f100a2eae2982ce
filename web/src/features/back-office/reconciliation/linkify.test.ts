import { expect, test } from "vitest";
import { linkify, orderSearchPath } from "./linkify.ts";

const ID = "019aa5c2-7f00-7abc-8def-0123456789ab";

test("orders, payments and moments are found among the words, and no letter is lost", () => {
  const text = `$5.00 for order ${ID}, paid by pi_9 on 2026-11-21T09:00:00.000001Z, at last`;
  expect(linkify(text)).toEqual([
    { is: "words", text: "$5.00 for order " },
    { is: "order", text: ID },
    { is: "words", text: ", paid by " },
    { is: "payment", text: "pi_9" },
    { is: "words", text: " on " },
    { is: "moment", text: "2026-11-21T09:00:00.000001Z" },
    { is: "words", text: ", at last" },
  ]);
  expect(linkify("nothing to look up")).toEqual([{ is: "words", text: "nothing to look up" }]);
  expect(linkify("")).toEqual([]);
});

test("a command names the tool it is about", () => {
  const text = "Count. Then: trowel adjust-stock TOOL.";
  expect(linkify(text, ID)).toEqual([
    { is: "words", text: "Count. Then: " },
    { is: "command", text: `trowel adjust-stock ${ID}` },
    { is: "words", text: "." },
  ]);
});

test("an order is found in Manage Orders", () => {
  expect(orderSearchPath("a&b")).toBe("/dashboard/manageOrders?q=a%26b");
});
