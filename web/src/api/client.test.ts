import { expect, test, vi } from "vitest";
import { api, nextCursor, unwrap, unwrapPage } from "./client.ts";
import { errorMessage } from "./error-messages.ts";
import { ApiError } from "./errors.ts";

const respond = (body: string, init: ResponseInit) =>
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(body, init));

test("the next page is the cursor in the Link header", () => {
  expect(nextCursor('</api/tools?limit=100&cursor=a%2Bb>; rel="next"')).toBe("a+b");
  expect(nextCursor('</api/tools?cursor=z>; rel="prev"')).toBeNull();
  expect(nextCursor(null)).toBeNull();
});

test("a page says how many rows there are in all", async () => {
  respond('[{"_id":"1"}]', {
    headers: {
      "content-type": "application/json",
      "X-Total-Count": "30",
      Link: '</api/tools?cursor=c>; rel="next"',
    },
  });
  const page = await unwrapPage(api.GET("/tools"));
  expect(page).toMatchObject({ total: 30, next: "c", rows: [{ _id: "1" }] });
});

test("a problem document becomes an error with its code and a sentence", async () => {
  const problem = { code: "price_changed", detail: "price is now 5", price: 5 };
  respond(JSON.stringify(problem), {
    status: 409,
    headers: { "content-type": "application/problem+json" },
  });
  const error = await unwrap(api.GET("/tools")).catch((reason) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 409, code: "price_changed" });
  expect(errorMessage(error)).toBe("price is now 5");
});

test("an answer that is no problem document still becomes a sentence", async () => {
  respond("<html>bad gateway</html>", { status: 502 });
  const error = await unwrap(api.GET("/tools")).catch((reason) => reason);
  expect(errorMessage(error)).toMatch(/could not do this right now/);
});

test("no answer at all is told as trouble with the connection", async () => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  const error = await unwrap(api.GET("/tools")).catch((reason) => reason);
  expect(errorMessage(error)).toMatch(/could not reach the shop/);
});

test("an unknown refusal of a field says what the server said of it", async () => {
  const problem = {
    code: "invalid_field",
    errors: [{ field: "name", code: "too_long", detail: "Name is too long" }],
  };
  respond(JSON.stringify(problem), { status: 422 });
  const error = await unwrap(api.GET("/tools")).catch((reason) => reason);
  expect(errorMessage(error)).toBe("Name is too long");
});

test("a call without a response times out and counts as unreachable", async () => {
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(
    AbortSignal.abort(new DOMException("too long", "TimeoutError")),
  );
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
    init?.signal?.throwIfAborted();
    return new Response("[]");
  });
  const error = await unwrap(api.GET("/tools")).catch((reason) => reason);
  expect(error).toMatchObject({ status: 0, code: "unreachable" });
});

test("a session that ended is the one refusal that the page knows better", async () => {
  respond(JSON.stringify({ code: "unauthenticated", detail: "Sign in first." }), { status: 401 });
  const error = await unwrap(api.GET("/tools")).catch((reason) => reason);
  expect(errorMessage(error)).toMatch(/session has ended/);
});
