const PREFIX = "account: ";

type Kind = "sessionStorage" | "localStorage";

function read<Value>(kind: Kind, name: string): Value | undefined {
  try {
    const stored = window[kind].getItem(PREFIX + name);
    return stored === null ? undefined : (JSON.parse(stored) as Value);
  } catch {
    return undefined;
  }
}

function keep(kind: Kind, name: string, value: unknown) {
  try {
    if (value === undefined) window[kind].removeItem(PREFIX + name);
    else window[kind].setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Then a reload forgets it.
  }
}

/** A value of the account that survives a reload of this tab. Undefined as well where the browser denies storage. */
export const readFromTab = <Value>(name: string) => read<Value>("sessionStorage", name);

/** `undefined` deletes it. */
export const keepInTab = (name: string, value: unknown) => keep("sessionStorage", name, value);

/** As a value of the tab, and it is there on the next visit. */
export const readFromBrowser = <Value>(name: string) => read<Value>("localStorage", name);

export const keepInBrowser = (name: string, value: unknown) => keep("localStorage", name, value);

/** Deletes all values, because the next account in this tab must not read them. */
export function clearTab() {
  try {
    for (const storage of [sessionStorage, localStorage])
      for (const name of Object.keys(storage))
        if (name.startsWith(PREFIX)) storage.removeItem(name);
  } catch {
    // Nothing was stored.
  }
}
