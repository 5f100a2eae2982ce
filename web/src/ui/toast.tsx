import { lazy, Suspense, useSyncExternalStore } from "react";

type Kind = "info" | "success" | "warning" | "error" | "default";

// The library is fetched with the first toast: no page pays for it before.
// Where it cannot be fetched any more (a new version of the shop took its place) the browser's own box says it.
const load = () =>
  import("./ToastContainer.tsx").catch(() => ({
    default: () => <></>,
    push: (_kind: Kind, text: string) => window.alert(text),
  }));
const ToastContainer = lazy(load);

let isMounted = false;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function showToast(kind: Kind, text: string) {
  isMounted = true;
  for (const listener of listeners) listener();
  void load().then(({ push }) => push(kind, text));
}

/** Where toasts appear. Once in the app. */
export function ToastOutlet() {
  const mounted = useSyncExternalStore(
    subscribe,
    () => isMounted,
    () => false,
  );
  return <Suspense fallback={null}>{mounted && <ToastContainer />}</Suspense>;
}
