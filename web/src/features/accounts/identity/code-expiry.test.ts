import { beforeEach, expect, test, vi } from "vitest";
import { api, unwrapWithDate } from "../../../api/client.ts";
import { codeExpiry } from "./code-expiry.ts";

let date: string | undefined;

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json(
      { expiresAt: "2026-11-21T10:05:00Z", resendAt: "2026-11-21T10:01:00Z" },
      { headers: date ? { date } : {} },
    ),
  );
});

const send = async () => {
  const body = { phone: "+1 5550142" };
  const { data, at } = await unwrapWithDate(api.POST("/identity/phone/start", { body }));
  return codeExpiry(data, at);
};

test("what is left is reckoned by the server's clock, not by the visitor's", async () => {
  date = "Sat, 21 Nov 2026 10:00:00 GMT";
  expect(await send()).toEqual({ expiresIn: 300, resendIn: 60 });
});

test("a time that has passed leaves nothing, rather than less", async () => {
  date = "Sat, 21 Nov 2026 10:02:00 GMT";
  expect(await send()).toEqual({ expiresIn: 180, resendIn: 0 });
});
