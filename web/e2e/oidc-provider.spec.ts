import { OAuth2Server } from "oauth2-mock-server";
import { test as base, expect } from "./fixtures.ts";
import { ShopServer } from "./shop-server.ts";

/** An independent OpenID provider in place of Google. It shows errors that the sandbox and the shop share. */
class OidcProvider {
  readonly issuer: string;
  readonly #server: OAuth2Server;

  private constructor(server: OAuth2Server) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${server.address().port}`;
    server.issuer.url = this.issuer;
  }

  static async start(): Promise<OidcProvider> {
    const server = new OAuth2Server();
    await server.issuer.keys.generate("RS256");
    await server.start(0, "127.0.0.1");
    return new OidcProvider(server);
  }

  /** Adds claims to every token from now on. */
  addClaims(claims: Record<string, unknown>) {
    this.#server.service.removeAllListeners("beforeTokenSigning");
    this.#server.service.on("beforeTokenSigning", ({ payload }) => Object.assign(payload, claims));
  }

  /** Changes the next ID token. */
  tamperNext(change: (idToken: string) => string) {
    this.#server.service.once("beforeResponse", ({ body }) => {
      if (typeof body === "object") body.id_token = change(String(body.id_token));
    });
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}

const test = base.extend<{ google: OidcProvider; server: ShopServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  google: async ({}, use) => {
    const google = await OidcProvider.start();
    await use(google);
    await google.stop();
  },
  server: async ({ google }, use) => {
    const server = await ShopServer.start({
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

test("an independent OpenID provider signs a user in", async ({ page, google }) => {
  google.addClaims(NELL);
  await page.goto(START);
  await expect.poll(() => new URL(page.url()).pathname).toBe("/tool");
  const session = await page.request.get("/api/identity/session");
  expect(await session.json()).toMatchObject({ email: NELL.email, displayName: NELL.name });
});

test("an invalid ID token signs no user in", async ({ page, google }) => {
  const unsigned = (token: string) => {
    const header = Buffer.from('{"alg":"none"}').toString("base64url");
    return `${header}.${token.split(".")[1]}.`;
  };
  const tampers: [string, () => void][] = [
    ["another audience", () => google.addClaims({ ...NELL, aud: "another" })],
    ["another issuer", () => google.addClaims({ ...NELL, iss: "https://accounts.example.net" })],
    ["another nonce", () => google.addClaims({ ...NELL, nonce: "another" })],
    ["an hour ago", () => google.addClaims({ ...NELL, exp: Math.floor(Date.now() / 1000) - 3600 })],
    [
      "unsigned",
      () => {
        google.addClaims(NELL);
        google.tamperNext(unsigned);
      },
    ],
  ];
  for (const [name, tamper] of tampers) {
    tamper();
    // The page removes the problem from its address at once, so the redirect is checked instead.
    const callback = page.waitForResponse(/\/google\/callback\?/);
    await page.goto(START);
    expect((await callback).headers().location, name).toMatch(
      /^\/login\?problem=provider_invalid_response&/,
    );
    expect((await page.request.get("/api/identity/session")).status(), name).toBe(401);
  }
});
