import { api, unwrap } from "../client.ts";
import { isAuthError } from "../errors.ts";

// The specification fixes the first name; the second lets any tab renew by the clock.
const TOKEN_KEY = "accessToken";
const EXPIRES_AT_KEY = "accessTokenExpiresAt";

const MINUTE = 60_000;
/** A token is renewed this long before it dies … */
const RENEW_BEFORE_EXPIRY = 10 * MINUTE;
/** … if somebody has used the page this recently. */
const ACTIVITY_WINDOW = 5 * MINUTE;
const CHECK_INTERVAL = MINUTE;

/** Calls that anyone may make, or that are proved by the session cookie alone. They carry no token. */
const PATHS_WITHOUT_TOKEN = /^\/(?:identity\/|config$|user\/\{email\}$)/;
const PUBLIC_READS = new Set(["/tools", "/reviews"]);

let owner: string | undefined;
let renewal: Promise<void> | undefined;

/** A browser that keeps nothing for us has no token: its public pages must open all the same. */
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
  unwrap(api.PUT("/user/{email}", { params: { path: { email } }, body: { email } }));

/** Asks for a token of `email` unless one with time left is stored. Must follow every sign-in. */
export async function ensureToken(email: string, options?: { fresh: boolean }) {
  // What is on its way belongs to another account, or to a session that this one has replaced.
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
      // Too late: somebody has signed out meanwhile, or in anew.
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
    // A page that slept past its token's end asks for a new one first; a token that is refused is never healed.
    if (owner && millisecondsLeft() <= 0) await renew();
    const token = readStored(TOKEN_KEY);
    if (token) request.headers.set("authorization", `Bearer ${token}`);
    return request;
  },
});

/** Renews the token while the page is used. `onLost` runs when the session behind it has ended. */
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
