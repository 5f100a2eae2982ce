import { expect, test } from "vitest";
import { ApiError } from "../../../api/errors.ts";
import { parsePart, refundErrorMessage, restockLabel } from "./refund.ts";

const refusal = (status: number, code: string, detail = "") =>
  refundErrorMessage(ApiError.from(new Response(null, { status }), { code, detail }));

test("a refund that was not heard of may be asked for again", () => {
  const safe = "The money goes back once, however often you ask.";
  expect(refundErrorMessage(ApiError.unreachable(new TypeError()))).toContain(safe);
  expect(refusal(503, "busy")).toContain(safe);
  expect(refusal(409, "not_paid", "This order is not paid.")).toBe("This order is not paid.");
});

test("without card payments the message is about the refund", () => {
  expect(refusal(409, "payments_disabled")).toContain("cannot refund this order");
});

test("one piece is not several", () => {
  expect(restockLabel(1)).toBe("Put the piece back on sale");
  expect(restockLabel(1200)).toBe("Put the 1,200 pieces back on sale");
});

test("a part is less than what is left", () => {
  expect(["5", "$5.00", "5,5", " 19.99 "].map((typed) => parsePart(typed, 20))).toEqual([
    5, 5, 5.5, 19.99,
  ]);
  for (const typed of ["20", "0", "", "-1", "1.234", "1e3", "a"])
    expect(parsePart(typed, 20), typed).toBeUndefined();
});
