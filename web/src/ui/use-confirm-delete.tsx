import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { errorMessage } from "../api/error-messages.ts";
import { ConfirmDelete } from "./ConfirmDelete.tsx";
import { showToast } from "./toast.tsx";

interface DeleteToast {
  kind: "success" | "info";
  text: string;
}

interface ConfirmDeleteOptions<Thing> {
  /** A name that a person chose is isolated by `dir="auto"`. */
  nameOf: (thing: Thing) => ReactNode;
  /** Deletes the item and returns the toast to show. */
  remove: (thing: Thing) => Promise<DeleteToast>;
}

/** Deletes an item after confirmation and reports the result as a toast. */
export function useConfirmDelete<Thing>({ nameOf, remove }: ConfirmDeleteOptions<Thing>): {
  ask: (thing: Thing) => void;
  dialog: ReactNode;
} {
  const [target, setTarget] = useState<Thing>();
  const [busy, setBusy] = useState(false);

  const go = async () => {
    if (target === undefined) return;
    // The dialog may have been cancelled and opened for another item since.
    const close = () => setTarget((now) => (now === target ? undefined : now));
    setBusy(true);
    try {
      const { kind, text } = await remove(target);
      flushSync(close);
      // Closing returns the focus to the row's button, which disappears with the row.
      if (!document.querySelector("dialog[open]"))
        document.getElementById("main")?.focus({ preventScroll: true });
      showToast(kind, text);
    } catch (error) {
      close();
      showToast("error", errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return {
    ask: setTarget,
    dialog: (
      <ConfirmDelete
        name={target === undefined ? undefined : nameOf(target)}
        busy={busy}
        onCancel={() => setTarget(undefined)}
        onDelete={() => void go()}
      />
    ),
  };
}
