import { answer, api } from "../client.ts";
import { isSignedOut } from "../errors.ts";

// The specification fixes the first name; the second lets any tab renew by the clock.
const TOKEN = "accessToken";
const EXPIRES_AT = "accessTokenExpiresAt";

const MINUTE = 60_000;
/** A token is renewed this long before it dies … */
const MARGIN = 10 * MINUTE;
/** … if somebody has used the page this recently. */
const ACTIVE = 5 * MINUTE;
const LOOK_EVERY = MINUTE;

/** Calls that anyone may make, or that are proved by the session cookie alone. They carry no token. */
const WITHOUT_TOKEN = /^\/(?:identity\/|config$|user\/\{email\}$)/;
const OPEN_TO_READ = new Set(["/tools", "/reviews"]);

let owner: string | undefined;
let renewal: Promise<void> | undefined;

/** A browser that keeps nothing for us has no token: its public pages must open all the same. */
function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export const hasStoredToken = () => stored(TOKEN) !== null;

export const isTokenChange = (event: StorageEvent) => event.key === TOKEN || event.key === null;

export function clearToken() {
  owner = undefined;
  renewal = undefined;
  if (!hasStoredToken()) return;
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(EXPIRES_AT);
}

const millisecondsLeft = () => {
  const expiresAt = stored(EXPIRES_AT);
  return expiresAt ? Date.parse(expiresAt) - Date.now() : Number.POSITIVE_INFINITY;
};

const requestToken = (email: string) =>
  answer(api.PUT("/user/{email}", { params: { path: { email } }, body: { email } }));

/** Asks for a token of `email` unless one with time left is stored. Must follow every sign-in. */
export async function ensureToken(email: string, options?: { fresh: boolean }) {
  // What is on its way belongs to another account, or to a session that this one has replaced.
  if (email !== owner || options?.fresh) renewal = undefined;
  owner = email;
  if (options?.fresh || !hasStoredToken() || millisecondsLeft() < MARGIN) await renew();
}

function renew(): Promise<void> {
  if (!owner) return Promise.resolve();
  if (renewal) return renewal;
  const mine = requestToken(owner)
    .then(({ token, expiresAt }) => {
      // Too late: somebody has signed out meanwhile, or in anew.
      if (renewal !== mine) return;
      localStorage.setItem(TOKEN, token);
      localStorage.setItem(EXPIRES_AT, expiresAt);
    })
    .finally(() => {
      if (renewal === mine) renewal = undefined;
    });
  renewal = mine;
  return mine;
}

api.use({
  async onRequest({ request, schemaPath }) {
    if (WITHOUT_TOKEN.test(schemaPath)) return;
    if (OPEN_TO_READ.has(schemaPath) && request.method === "GET") return;
    // A page that slept past its token's end asks for a new one first; a token that is refused is never healed.
    if (owner && millisecondsLeft() <= 0) await renew();
    const token = stored(TOKEN);
    if (token) request.headers.set("authorization", `Bearer ${token}`);
    return request;
  },
});

/** Renews the token while the page is used. `onLost` runs when the session behind it has ended. */
export function keepTokenFresh(onLost: () => void): () => void {
  let lastUsed = Date.now();
  const look = () => {
    if (!hasStoredToken() || millisecondsLeft() > MARGIN || Date.now() - lastUsed > ACTIVE) return;
    renew().catch((error) => {
      if (isSignedOut(error)) onLost();
    });
  };
  const used = () => {
    lastUsed = Date.now();
  };
  const woken = () => {
    if (document.visibilityState === "hidden") return;
    used();
    look();
  };
  const timer = setInterval(look, LOOK_EVERY);
  const passive = { passive: true };
  window.addEventListener("pointerdown", used, passive);
  window.addEventListener("keydown", used, passive);
  document.addEventListener("visibilitychange", woken);
  window.addEventListener("online", woken);
  return () => {
    clearInterval(timer);
    window.removeEventListener("pointerdown", used);
    window.removeEventListener("keydown", used);
    document.removeEventListener("visibilitychange", woken);
    window.removeEventListener("online", woken);
  };
}
