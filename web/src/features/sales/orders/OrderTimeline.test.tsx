import { expect, test } from "vitest";
import type { OrderForOwner } from "../../../api/client.ts";
import { orderEvents } from "./OrderTimeline.tsx";

const at = (minute: number) => `2026-11-01T10:0${minute}:00Z`;

test("steps, changes and e-mails are one list, newest first, and no event is there twice", () => {
  const data = {
    order: { createdAt: at(0), paidAt: at(1), shippedAt: at(3) },
    audit: [
      { action: "ship_order", by: "sam@example.com", at: at(3) },
      { action: "edit_order_notes", at: at(2) },
    ],
    refunds: [{ amount: 5.5, reason: "Scratched", state: "done", at: at(5) }],
    emails: [
      {
        kind: "paid",
        subject: "Paid",
        recipient: "a@example.com",
        state: "sent",
        createdAt: at(4),
      },
    ],
  } as unknown as OrderForOwner;
  expect(orderEvents(data).map(({ title, detail }) => [title, detail])).toEqual([
    ["$5.50 refunded", "Scratched"],
    ["E-mail: Paid", "Sent, to a@example.com"],
    ["Approved and shipped", "by sam@example.com"],
    ["Notes changed", "by the shop’s server or a deleted account"],
    ["Paid", undefined],
    ["Placed", undefined],
  ]);
});
