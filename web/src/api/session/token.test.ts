import { beforeEach, expect, test, vi } from "vitest";
import { api, unwrap } from "../client.ts";
import { clearToken, ensureToken, hasStoredToken } from "./token.ts";

const MINUTE = 60_000;
const EMAIL = "ann+shop@example.com";

let calls: { path: string; authorization: string | null }[];
let minted: number;
let lifetime: number;

const whose = (path: string) => calls.filter((call) => call.path === path);

beforeEach(() => {
  calls = [];
  minted = 0;
  lifetime = 60 * MINUTE;
  localStorage.clear();
  clearToken();
  vi.useRealTimers();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    const { pathname } = new URL(request.url);
    calls.push({ path: pathname, authorization: request.headers.get("authorization") });
    if (!pathname.startsWith("/api/user/")) return Response.json([]);
    minted += 1;
    const expiresAt = new Date(Date.now() + lifetime).toISOString();
    return Response.json({ result: {}, token: `token-${minted}`, expiresAt });
  });
});

const readOrders = () => unwrap(api.GET("/orders"));

test("signing in asks for a token by the e-mail and stores it under accessToken", async () => {
  await ensureToken(EMAIL, { fresh: true });
  expect(calls).toEqual([{ path: "/api/user/ann%2Bshop%40example.com", authorization: null }]);
  expect(localStorage.getItem("accessToken")).toBe("token-1");
});

test("a stored token with time left is used as it is", async () => {
  await ensureToken(EMAIL, { fresh: true });
  await ensureToken(EMAIL);
  await readOrders();
  expect(minted).toBe(1);
  expect(whose("/api/orders")[0]?.authorization).toBe("Bearer token-1");
});

test("a token that died while the page slept is renewed before the call, once for all calls", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await ensureToken(EMAIL, { fresh: true });
  vi.setSystemTime(Date.now() + 61 * MINUTE);
  await Promise.all([readOrders(), readOrders()]);
  expect(minted).toBe(2);
  expect(whose("/api/orders").map((call) => call.authorization)).toEqual([
    "Bearer token-2",
    "Bearer token-2",
  ]);
});

test("a forged token is sent as it is and not renewed after the server rejects it", async () => {
  await ensureToken(EMAIL, { fresh: true });
  localStorage.setItem("accessToken", "forged");
  await readOrders();
  expect(minted).toBe(1);
  expect(whose("/api/orders")[0]?.authorization).toBe("Bearer forged");
});

test("lists that anyone may read carry no token", async () => {
  await ensureToken(EMAIL, { fresh: true });
  await unwrap(api.GET("/tools"));
  await unwrap(api.GET("/reviews"));
  expect(whose("/api/tools")[0]?.authorization).toBeNull();
  expect(whose("/api/reviews")[0]?.authorization).toBeNull();
});

test("signed out, no call carries a token and none is asked for", async () => {
  await ensureToken(EMAIL, { fresh: true });
  clearToken();
  await readOrders();
  expect(minted).toBe(1);
  expect(whose("/api/orders")[0]?.authorization).toBeNull();
});

/** Holds the answers to requests for a token until each is released. */
function holdTokens() {
  const release: ((token: string) => void)[] = [];
  vi.mocked(globalThis.fetch).mockImplementation(
    () =>
      new Promise((resolve) => {
        release.push((token) => {
          const expiresAt = new Date(Date.now() + lifetime).toISOString();
          resolve(Response.json({ result: {}, token, expiresAt }));
        });
      }),
  );
  return release;
}

test("a token that comes after signing out is not stored", async () => {
  const release = holdTokens();
  const asked = ensureToken(EMAIL, { fresh: true });
  await vi.waitFor(() => expect(release).toHaveLength(1));
  clearToken();
  release[0]?.("late");
  await asked;
  expect(localStorage.getItem("accessToken")).toBeNull();
});

test("a login during another account's token request gets its own token", async () => {
  const release = holdTokens();
  const anns = ensureToken(EMAIL, { fresh: true });
  const bobs = ensureToken("bob@example.com", { fresh: true });
  await vi.waitFor(() => expect(release).toHaveLength(2));
  release[1]?.("bob's");
  await bobs;
  release[0]?.("ann's");
  await anns;
  expect(localStorage.getItem("accessToken")).toBe("bob's");
});

test("a browser that keeps nothing opens public pages: it has no token, and forgetting one is no fault", () => {
  vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(() => localStorage).toThrow();
  expect(hasStoredToken()).toBe(false);
  expect(clearToken).not.toThrow();
});
