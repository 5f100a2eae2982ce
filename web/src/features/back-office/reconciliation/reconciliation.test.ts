import { expect, test } from "vitest";
import type { Discrepancy, ReconciliationReport } from "../../../api/client.ts";
import { comparisons, describeKind, summarize } from "./reconciliation.ts";

const difference = (kind: string, isFault = true): Discrepancy => ({
  kind: kind as Discrepancy["kind"],
  isFault,
  subject: { kind: "order", id: "1" },
  weSay: "one thing",
  otherSays: "another",
  repair: "Look.",
});

const ledger = (over: Partial<ReconciliationReport> = {}): ReconciliationReport => ({
  tools: 26,
  orders: 1,
  payments: 1200,
  recordedPayments: 0,
  recordedAmount: 0,
  provider: "compared",
  compared: 1100,
  differences: [],
  more: false,
  givenBack: [],
  ...over,
});

const said = (over: Partial<ReconciliationReport>) =>
  comparisons(ledger(over)).map((check) => check.text);

test("three pairs are held against each other, with how much of each", () => {
  const checks = comparisons(ledger());
  expect(checks.map(({ checked }) => checked)).toEqual(["26 tools", "1 order", "1,100 payments"]);
  expect(checks.every(({ outcome }) => outcome === "agree")).toBe(true);
});

test("each difference counts for its pair, and none for another", () => {
  const differences = ["stock", "mismatch", "unknown_payment"].map((kind) => difference(kind));
  expect(said({ differences })).toEqual(["1 difference", "Agree", "2 differences"]);
});

test("the server's every kind has words of its own, and a new one has some", () => {
  const kinds =
    "stock purchase discount_code refund_sums paid_without_payment payment_without_order orphan_intent refund_stuck timestamps_out_of_order day_sums unrecorded_payment mismatch missing_at_provider partial_refund disputed refund_failed unknown_payment";
  const titles = kinds.split(" ").map((kind) => describeKind(difference(kind)).title);
  expect(new Set(titles).size).toBe(17);
  for (const kind of ["invented_later", "toString"])
    expect(describeKind(difference(kind)).title).toBe("Two records differ");
});

test("what is only good to know is no difference", () => {
  const over = { differences: [difference("partial_refund", false)] };
  expect(said(over)[2]).toBe("Agree");
  expect(summarize(ledger(over)).title).toBe("The books agree");
});

test("a card provider that is silent, or off, is not said to agree", () => {
  expect(said({ provider: "silent" })[2]).toBe("No answer");
  expect(said({ provider: "off" })[2]).toBe("Card payments are off");
  expect(comparisons(ledger({ provider: "silent" }))[2]?.checked).toBe("–");
  expect(summarize(ledger({ provider: "silent" }))).toMatchObject({
    outcome: "unknown",
    title: "Our own books agree",
  });
  expect(summarize(ledger({ provider: "off" })).title).toBe("The books agree");
});

test("what was found before the provider fell silent is counted", () => {
  const over = { provider: "silent" as const, differences: [difference("mismatch")] };
  expect(said(over)[2]).toBe("1 difference");
  expect(summarize(ledger(over)).text).toContain("did not respond");
});

test("a list that was cut claims agreement nowhere", () => {
  const differences = Array.from({ length: 200 }, () => difference("stock"));
  const over = { differences, more: true };
  expect(said(over)).toEqual(["At least 200 differences", "Not known yet", "Not known yet"]);
  expect(summarize(ledger(over)).title).toBe("More than 200 differences");
});
