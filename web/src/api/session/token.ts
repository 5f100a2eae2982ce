import { api, send } from "../client.ts";
import { isAuthError } from "../errors.ts";

// docs/specification.md fixes the first name. With the second, any tab knows when to renew.
const TOKEN_KEY = "accessToken";
const EXPIRES_AT_KEY = "accessTokenExpiresAt";

const MINUTE = 60_000;
/** A token is renewed this long before it expires … */
const RENEW_BEFORE_EXPIRY = 10 * MINUTE;
/** … if the page was used this recently. */
const ACTIVITY_WINDOW = 5 * MINUTE;
const CHECK_INTERVAL = MINUTE;

/** Calls that are public, or that use the session cookie alone. They send no token. */
const PATHS_WITHOUT_TOKEN = /^\/(?:identity\/|config$|user\/\{email\}$)/;
const PUBLIC_READS = new Set(["/tools", "/reviews"]);

let owner: string | undefined;
let renewal: Promise<void> | undefined;

/** Null as well where the browser denies storage: public pages must open anyway. */
function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export const hasStoredToken = () => readStored(TOKEN_KEY) !== null;

export const isTokenChange = (event: StorageEvent) => event.key === TOKEN_KEY || event.key === null;

export function clearToken() {
  owner = undefined;
  renewal = undefined;
  if (!hasStoredToken()) return;
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(EXPIRES_AT_KEY);
}

const millisecondsLeft = () => {
  const expiresAt = readStored(EXPIRES_AT_KEY);
  return expiresAt ? Date.parse(expiresAt) - Date.now() : Number.POSITIVE_INFINITY;
};

const requestToken = (email: string) =>
  send("PUT /user/{email}", { path: { email }, body: { email } });

/** Requests a token for `email` unless a stored one is still valid. Must follow every login. */
export async function ensureToken(email: string, options?: { fresh: boolean }) {
  // A pending request belongs to another account or to a previous session.
  if (email !== owner || options?.fresh) renewal = undefined;
  owner = email;
  if (options?.fresh || !hasStoredToken() || millisecondsLeft() < RENEW_BEFORE_EXPIRY)
    await renew();
}

function renew(): Promise<void> {
  if (!owner) return Promise.resolve();
  if (renewal) return renewal;
  const request = requestToken(owner)
    .then(({ token, expiresAt }) => {
      // The user has signed out or logged in again since the request.
      if (renewal !== request) return;
      localStorage.setItem(TOKEN_KEY, token);
      localStorage.setItem(EXPIRES_AT_KEY, expiresAt);
    })
    .finally(() => {
      if (renewal === request) renewal = undefined;
    });
  renewal = request;
  return request;
}

api.use({
  async onRequest({ request, schemaPath }) {
    if (PATHS_WITHOUT_TOKEN.test(schemaPath)) return;
    if (PUBLIC_READS.has(schemaPath) && request.method === "GET") return;
    // The token is renewed first if a sleep outlasted it, or if the browser's data were deleted.
    // Without a session the renewal fails, and the call is not made as a visitor's. A token that
    // the server rejects is not renewed.
    if (owner && (!hasStoredToken() || millisecondsLeft() <= 0)) await renew();
    const token = readStored(TOKEN_KEY);
    if (token) request.headers.set("authorization", `Bearer ${token}`);
    return request;
  },
});

/** Renews the token while the page is in use. Calls `onLost` when the session has ended. */
export function keepTokenFresh(onLost: () => void): () => void {
  let lastUsed = Date.now();
  const check = () => {
    if (
      !hasStoredToken() ||
      millisecondsLeft() > RENEW_BEFORE_EXPIRY ||
      Date.now() - lastUsed > ACTIVITY_WINDOW
    )
      return;
    renew().catch((error) => {
      if (isAuthError(error)) onLost();
    });
  };
  const markUsed = () => {
    lastUsed = Date.now();
  };
  const onWake = () => {
    if (document.visibilityState === "hidden") return;
    markUsed();
    check();
  };
  const timer = setInterval(check, CHECK_INTERVAL);
  const passive = { passive: true };
  window.addEventListener("pointerdown", markUsed, passive);
  window.addEventListener("keydown", markUsed, passive);
  document.addEventListener("visibilitychange", onWake);
  window.addEventListener("online", onWake);
  return () => {
    clearInterval(timer);
    window.removeEventListener("pointerdown", markUsed);
    window.removeEventListener("keydown", markUsed);
    document.removeEventListener("visibilitychange", onWake);
    window.removeEventListener("online", onWake);
  };
}
