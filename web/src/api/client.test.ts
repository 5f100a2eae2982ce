import { expect, test, vi } from "vitest";
import { answer, answerPage, api, nextCursor } from "./client.ts";
import { ApiError } from "./errors.ts";
import { sentence } from "./refusals.ts";

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
  const page = await answerPage(api.GET("/tools"));
  expect(page).toMatchObject({ total: 30, next: "c", rows: [{ _id: "1" }] });
});

test("a problem document becomes an error with its code, price and a sentence", async () => {
  const problem = { code: "price_changed", detail: "price is now 5", price: 5 };
  respond(JSON.stringify(problem), {
    status: 409,
    headers: { "content-type": "application/problem+json" },
  });
  const error = await answer(api.GET("/tools")).catch((reason) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 409, code: "price_changed", price: 5 });
  expect(sentence(error)).toMatch(/price has changed/);
});

test("an answer that is no problem document still becomes a sentence", async () => {
  respond("<html>bad gateway</html>", { status: 502 });
  const error = await answer(api.GET("/tools")).catch((reason) => reason);
  expect(sentence(error)).toMatch(/could not do this just now/);
});

test("no answer at all is told as trouble with the connection", async () => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  const error = await answer(api.GET("/tools")).catch((reason) => reason);
  expect(sentence(error)).toMatch(/could not reach the shop/);
});

test("an unknown refusal of a field says what the server said of it", async () => {
  const problem = {
    code: "invalid_field",
    errors: [{ field: "name", code: "too_long", detail: "Name is too long" }],
  };
  respond(JSON.stringify(problem), { status: 422 });
  const error = await answer(api.GET("/tools")).catch((reason) => reason);
  expect(sentence(error)).toBe("Name is too long");
});
