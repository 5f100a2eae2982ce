import { expect, test } from "vitest";
import type { Webhook } from "../../../api/client.ts";
import { describeAttempt, describeState } from "./webhooks.ts";

const webhook = (state: Partial<Webhook>): Webhook => ({
  _id: "1",
  url: "https://hooks.example.ca/",
  events: ["order.paid"],
  createdAt: "2026-11-20T12:00:00Z",
  failingSince: null,
  pausedAt: null,
  ...state,
});

test("the owner is told why nothing is sent", () => {
  const at = "2026-11-22T17:00:00Z";
  expect(describeState(webhook({})).title).toBe("Active");
  expect(describeState(webhook({ failingSince: at })).title).toBe(
    "Failing since November 22, 2026",
  );
  expect(describeState(webhook({ pausedAt: at })).title).toBe("Paused since November 22, 2026");
  expect(describeState(webhook({ pausedAt: at, failingSince: at })).title).toMatch(/three days$/);
});

test("an attempt has a status or a reason", () => {
  expect(describeAttempt({ at: "", status: 503, error: null })).toBe("Status 503");
  expect(describeAttempt({ at: "", status: null, error: "No response." })).toBe("No response.");
});
