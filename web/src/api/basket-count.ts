const KEY = "basketCount";
const listeners = new Set<() => void>();

/** The number in the header costs no request: the last answer left it here. Empty where the browser denies storage. */
export function readStoredCount(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** `uid`: whose basket it is. Empty: the visitor's. */
export function keepCount(count: number, uid: string) {
  try {
    localStorage.setItem(KEY, `${count} ${uid}`.trim());
  } catch {
    // Then the header has no number.
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
