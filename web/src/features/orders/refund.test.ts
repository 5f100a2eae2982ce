import { expect, test } from "vitest";
import type { Order } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { refundErrorMessage, restockLabel } from "./refund.ts";

const refusal = (status: number, code: string, detail = "") =>
  refundErrorMessage(ApiError.from(new Response(null, { status }), { code, detail }));

test("a refund that was not heard of may be asked for again", () => {
  const safe = "The money goes back once, however often you ask.";
  expect(refundErrorMessage(ApiError.unreachable(new TypeError()))).toContain(safe);
  expect(refusal(503, "busy")).toContain(safe);
  expect(refusal(409, "not_paid", "Nobody has paid for this order.")).toBe(
    "Nobody has paid for this order.",
  );
});

test("what the owner can do is said where it differs from what a customer can", () => {
  expect(refusal(409, "payment_off")).toContain("no money can go back from here");
  expect(refusal(409, "already_shipped")).toContain("Its money still can go back");
});

test("one piece is not several", () => {
  expect(restockLabel({ orderQuantity: 1 } as Order)).toBe("Put the piece back on sale");
  expect(restockLabel({ orderQuantity: 1200 } as Order)).toBe("Put the 1,200 pieces back on sale");
});
