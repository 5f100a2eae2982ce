import { expect, test } from "vitest";
import { ApiError } from "./errors.ts";
import { IdempotentRequest } from "./idempotent-request.ts";

const body = { toolName: "Dibber", orderQuantity: 20 };
const refused = ApiError.from(new Response(null, { status: 409 }), { code: "not_enough_stock" });

test("a new press after an answer is a new attempt", () => {
  const attempt = new IdempotentRequest();
  const first = attempt.keyFor(body);
  attempt.finish();
  const second = attempt.keyFor(body);
  attempt.finish(refused);
  expect(new Set([first, second, attempt.keyFor(body)]).size).toBe(3);
});

test("a press after silence repeats the attempt, so that nothing is ordered twice", () => {
  const attempt = new IdempotentRequest();
  const first = attempt.keyFor(body);
  attempt.finish(ApiError.unreachable(undefined));
  expect(attempt.keyFor(body)).toBe(first);
});

test("another order after silence is another attempt", () => {
  const attempt = new IdempotentRequest();
  const first = attempt.keyFor(body);
  attempt.finish(ApiError.unreachable(undefined));
  expect(attempt.keyFor({ ...body, orderQuantity: 21 })).not.toBe(first);
});

test("a press while the first is still being answered repeats it", () => {
  const attempt = new IdempotentRequest();
  const first = attempt.keyFor(body);
  const running = new Response(null, { status: 409 });
  attempt.finish(ApiError.from(running, { code: "idempotency_running" }));
  expect(attempt.keyFor(body)).toBe(first);
});

test.each([408, 503])(
  "after a %d it is not known what was done: the next press repeats",
  (status) => {
    const attempt = new IdempotentRequest();
    const first = attempt.keyFor(body);
    attempt.finish(ApiError.from(new Response(null, { status }), {}));
    expect(attempt.keyFor(body)).toBe(first);
  },
);
