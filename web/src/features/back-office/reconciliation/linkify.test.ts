import { expect, test } from "vitest";
import type { Discrepancy } from "../../../api/client.ts";
import { linkify, orderSearchPath, parseSubject } from "./linkify.ts";

const ID = "019aa5c2-7f00-7abc-8def-0123456789ab";

const about = (subject: string) => parseSubject({ subject } as Discrepancy);

test("tools, orders and payments are recognised, and other text stays text", () => {
  expect(about(`tool ${ID} (Rake (bow))`)).toEqual({ is: "tool", id: ID, name: "Rake (bow)" });
  expect(about(`order ${ID}`)).toEqual({ is: "order", id: ID });
  expect(about("payment pi_3abcDEF")).toEqual({ is: "payment", id: "pi_3abcDEF" });
  expect(about("payment ")).toEqual({ is: "other", text: "payment " });
  expect(about("order of operations")).toEqual({ is: "other", text: "order of operations" });
});

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
