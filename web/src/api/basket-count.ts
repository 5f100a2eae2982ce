import { useSyncExternalStore } from "react";
import { useSession } from "./session/SessionProvider.tsx";

const KEY = "basketCount";
const listeners = new Set<() => void>();

/** The number in the header costs no request: the last answer left it here. Empty where the browser denies storage. */
function readStored(): string {
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

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** How many tools are in the basket. 0 as well if it is not known. */
export function useBasketCount(): number {
  const { state } = useSession();
  const [count, uid] = useSyncExternalStore(subscribe, readStored, () => "").split(" ");
  const isOfOther =
    uid &&
    (state.status === "signed-out" || (state.status === "signed-in" && state.session.uid !== uid));
  return isOfOther ? 0 : Number(count) || 0;
}
