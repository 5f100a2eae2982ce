const KEY = "basketCount";
const listeners = new Set<() => void>();

/**
 * Returns the number in the header. It costs no request, because the last answer left it here. It
 * is empty where the browser denies storage.
 */
export function readStoredCount(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** Keeps the number of a basket. `uid` is the account of the basket, and empty for a visitor. */
export function keepCount(count: number, uid: string) {
  try {
    localStorage.setItem(KEY, `${count} ${uid}`.trim());
  } catch {
    // The header has no number if the browser denies storage.
  }
  for (const listener of listeners) listener();
}

/** Keeps what the session tells of the account's basket. A visitor's basket that will join it may have more. */
export function keepCountOfSession(count: number, uid: string) {
  const [stored, owner] = readStoredCount().split(" ");
  if (owner || !(Number(stored) > count)) keepCount(count, uid);
}

export function subscribeToCount(listener: () => void) {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}
