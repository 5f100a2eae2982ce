import { OAuth2Server } from "oauth2-mock-server";
import { Server } from "./server.ts";
import { test as base, expect } from "./test.ts";

/** Another's OpenID provider in the place of Google: what the sandbox and the shop both got wrong would show here. */
class AnotherGoogle {
  readonly issuer: string;
  readonly #server: OAuth2Server;

  private constructor(server: OAuth2Server) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${server.address().port}`;
    server.issuer.url = this.issuer;
  }

  static async start(): Promise<AnotherGoogle> {
    const server = new OAuth2Server();
    await server.issuer.keys.generate("RS256");
    await server.start(0, "127.0.0.1");
    return new AnotherGoogle(server);
  }

  /** Until it is told otherwise, every token says this as well. */
  says(claims: Record<string, unknown>) {
    this.#server.service.removeAllListeners("beforeTokenSigning");
    this.#server.service.on("beforeTokenSigning", ({ payload }) => Object.assign(payload, claims));
  }

  /** The next ID token is replaced by what becomes of it. */
  replacesNext(change: (idToken: string) => string) {
    this.#server.service.once("beforeResponse", ({ body }) => {
      if (typeof body === "object") body.id_token = change(String(body.id_token));
    });
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}

const test = base.extend<{ google: AnotherGoogle; server: Server }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  google: async ({}, use) => {
    const google = await AnotherGoogle.start();
    await use(google);
    await google.stop();
  },
  server: async ({ google }, use) => {
    const server = await Server.start({
      TROWEL_GOOGLE_ISSUER: google.issuer,
      TROWEL_GOOGLE_CLIENT_ID: "trowel",
      TROWEL_GOOGLE_CLIENT_SECRET: "not asked for",
    });
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.origin),
});

const NELL = { name: "Nell Sedge", email: "nell@example.com", email_verified: true };
const START = "/api/identity/social/google/start?mode=redirect&returnTo=/tool";

test("a provider that was not written for this shop signs people in", async ({ page, google }) => {
  google.says(NELL);
  await page.goto(START);
  await expect.poll(() => new URL(page.url()).pathname).toBe("/tool");
  const session = await page.request.get("/api/identity/session");
  expect(await session.json()).toMatchObject({ email: NELL.email, displayName: NELL.name });
});

test("whatever it says wrongly, nobody is signed in", async ({ page, google }) => {
  const unsigned = (token: string) => {
    const header = Buffer.from('{"alg":"none"}').toString("base64url");
    return `${header}.${token.split(".")[1]}.`;
  };
  const lies: [string, () => void][] = [
    ["another audience", () => google.says({ ...NELL, aud: "another" })],
    ["another issuer", () => google.says({ ...NELL, iss: "https://accounts.example.net" })],
    ["another nonce", () => google.says({ ...NELL, nonce: "another" })],
    ["an hour ago", () => google.says({ ...NELL, exp: Math.floor(Date.now() / 1000) - 3600 })],
    [
      "unsigned",
      () => {
        google.says(NELL);
        google.replacesNext(unsigned);
      },
    ],
  ];
  for (const [lie, tell] of lies) {
    tell();
    // The page takes the problem out of its address as soon as it has read it.
    const callback = page.waitForResponse(/\/google\/callback\?/);
    await page.goto(START);
    expect((await callback).headers().location, lie).toMatch(
      /^\/login\?problem=provider_invalid_response&/,
    );
    expect((await page.request.get("/api/identity/session")).status(), lie).toBe(401);
  }
});
