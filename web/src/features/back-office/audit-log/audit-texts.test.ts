import { expect, test } from "vitest";
import { auditSentence } from "./audit-texts.ts";

const entry = { _id: "1", subjectId: "2", at: "2026-11-20T12:00:00Z" };
const sentence = (rest: object) =>
  auditSentence({ ...entry, action: "ship_order", ...rest }).join("");

test("each kind of entry is a plain sentence, also when its subject is gone", () => {
  expect(sentence({ orderNumber: 1042 })).toBe("shipped order #1042.");
  expect(sentence({})).toBe("shipped a deleted order.");
  expect(sentence({ action: "grant_staff", account: "a@b.ca" })).toBe("made a@b.ca staff.");
  expect(sentence({ action: "edit_shop_settings" })).toBe("changed the shop settings.");
  expect(sentence({ action: "from_a_newer_server" })).toBe("did: from_a_newer_server.");
});
