import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";

type Kind = "info" | "success" | "warning" | "error" | "default";

// The library is loaded with the first key, or press of a button or in a form, so that a toast about a lost connection
// can be shown. If that fails, as after an update of the shop, the browser's own dialog shows the text.
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

/** Renders the toasts. Used once in the app. */
export function ToastOutlet() {
  const mounted = useSyncExternalStore(
    subscribe,
    () => isMounted,
    () => false,
  );
  useEffect(() => {
    const loadOnPress = ({ type, target }: Event) => {
      // A finger that scrolls presses, too.
      const isInUse = target instanceof Element && target.closest("button, form");
      if (type === "pointerdown" && !isInUse) return;
      end();
      void load();
    };
    const press = { capture: true };
    addEventListener("pointerdown", loadOnPress, press);
    addEventListener("keydown", loadOnPress, press);
    const end = () => {
      removeEventListener("pointerdown", loadOnPress, press);
      removeEventListener("keydown", loadOnPress, press);
    };
    return end;
  }, []);
  return <Suspense fallback={null}>{mounted && <ToastContainer />}</Suspense>;
}
