const PREFIX = "account: ";

/** A value of the account that survives a reload of this tab. Undefined as well where the browser denies storage. */
export function readFromTab<Value>(name: string): Value | undefined {
  try {
    const stored = sessionStorage.getItem(PREFIX + name);
    return stored === null ? undefined : (JSON.parse(stored) as Value);
  } catch {
    return undefined;
  }
}

/** `undefined` deletes it. */
export function keepInTab(name: string, value: unknown) {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Then a reload forgets it.
  }
}

/** Deletes all values, because the next account in this tab must not read them. */
export function clearTab() {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  } catch {
    // Nothing was stored.
  }
}
