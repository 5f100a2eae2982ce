// What is kept here belongs to the account that was signed in, or to a visitor, and no one else reads it. A login takes
// a visitor's values over and deletes the values of other accounts. Sign Out deletes all; the end of a session none.
// Sign Out in another tab leaves only values of this tab whose names begin with STAYS, for the same account.

const HOLDER = "account";
/** The name of a visitor's value begins with this. An account's begins with `account 42: `. */
const PREFIX = "account: ";
const OWNED = /^account(?: (.+?))?: /;

/** Begins the name of a value of the tab that Sign Out in another tab leaves for the same account. */
export const STAYS = "stays: ";

type Kind = "sessionStorage" | "localStorage";

/** Values that last as long as the document, such as files. */
const memory: Record<string, unknown> = {};

/** Browsers may deny all but the first. */
const STORES: (() => Record<string, unknown>)[] = [
  () => memory,
  () => sessionStorage,
  () => localStorage,
];

const keyOf = (owner: string, name: string) =>
  owner ? `account ${owner}: ${name}` : PREFIX + name;

/** Browsers may deny storage. Then a reload forgets what was kept. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** The account that was signed in last in this browser, until Sign Out. */
const storedHolder = () => attempt(() => localStorage.getItem(HOLDER)) ?? "";

/** Whose values are read and kept now: the uid of an account, or empty for a visitor. */
let holder = attempt(() => localStorage.getItem("accessToken")) ? storedHolder() : "";

export const currentHolder = () => holder;

/** Whether Sign Out was pressed, also in another tab. Otherwise the session has ended by itself. */
export const isSignedOut = () => storedHolder() === "";

/** Whether the session of this account has ended by itself, so that the account will come back for what was typed. */
export const hasEnded = (owner: string) =>
  owner !== "" && owner !== holder && storedHolder() === owner;

const mayKeep = (owner: string) => owner === holder || hasEnded(owner);

/** Moves or deletes each value. `to` returns the new owner, or undefined to delete the value. */
function reassign(to: (owner: string, name: string) => string | undefined) {
  for (const open of STORES)
    attempt(() => {
      const store = open();
      for (const key of Object.keys(store)) {
        const [prefix, owner = ""] = OWNED.exec(key) ?? [];
        if (prefix === undefined) continue;
        const name = key.slice(prefix.length);
        const next = to(owner, name);
        if (next === owner) continue;
        if (next !== undefined) store[keyOf(next, name)] = store[key];
        delete store[key];
      }
    });
}

/**
 * Keeps and reads values for this account from now on. Callers run it when the session of an
 * account is known.
 */
export function holdFor(uid: string) {
  reassign((owner) => (owner === uid || owner === "" ? uid : undefined));
  holder = uid;
  attempt(() => localStorage.setItem(HOLDER, uid));
}

/**
 * Keeps and reads values for a visitor from now on. Callers run it when a session has ended by
 * itself.
 */
export function release() {
  holder = "";
}

/**
 * Deletes all values, because the next person at this browser must not read them. Callers run it
 * after Sign Out.
 */
export function clearTab() {
  reassign(() => undefined);
  holder = "";
  attempt(() => localStorage.removeItem(HOLDER));
}

/** Only the account reads it again, because a login of another one deletes it. */
const ofSameAccount = (owner: string, name: string) =>
  owner !== "" && name.startsWith(STAYS) ? owner : undefined;

/**
 * Deletes the values that Sign Out in another tab does not leave. Callers run it after such a Sign
 * Out.
 */
export function clearAfterOtherTab() {
  reassign(ofSameAccount);
  holder = "";
}

// A tab that was on another site while its account signed out in another one.
if (isSignedOut()) reassign((owner, name) => (owner === "" ? "" : ofSameAccount(owner, name)));

function read<Value>(kind: Kind, name: string): Value | undefined {
  return attempt(() => {
    const stored = window[kind].getItem(keyOf(holder, name));
    return stored === null ? undefined : (JSON.parse(stored) as Value);
  });
}

function keep(kind: Kind, name: string, value: unknown, owner: string) {
  if (!mayKeep(owner)) return;
  attempt(() => {
    const key = keyOf(owner, name);
    if (value === undefined) window[kind].removeItem(key);
    else window[kind].setItem(key, JSON.stringify(value));
  });
}

/**
 * Reads a value that survives a reload of this tab. It is undefined as well where the browser
 * denies storage.
 */
export const readFromTab = <Value>(name: string) => read<Value>("sessionStorage", name);

/**
 * Keeps a value of this tab. `undefined` deletes it. `owner` is the account that typed it, for a
 * page that is left because the session has ended.
 */
export const keepInTab = (name: string, value: unknown, owner = holder) =>
  keep("sessionStorage", name, value, owner);

/** Reads a value that is also there on the next visit. */
export const readFromBrowser = <Value>(name: string) => read<Value>("localStorage", name);

export const keepInBrowser = (name: string, value: unknown) =>
  keep("localStorage", name, value, holder);

/** Reads a value that lasts until the document is left. Such a value may have files. */
export const readFromMemory = <Value>(name: string) =>
  memory[keyOf(holder, name)] as Value | undefined;

export function keepInMemory(name: string, value: unknown, owner = holder) {
  if (value === undefined) delete memory[keyOf(owner, name)];
  else if (mayKeep(owner)) memory[keyOf(owner, name)] = value;
}
