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
  nameOf: (thing: Thing) => string;
  /** Deletes it, and has the words for what came of it. */
  remove: (thing: Thing) => Promise<DeleteToast>;
}

/** Deleting one of the things on a page: asked first, told after. */
export function useConfirmDelete<Thing>({ nameOf, remove }: ConfirmDeleteOptions<Thing>): {
  ask: (thing: Thing) => void;
  dialog: ReactNode;
} {
  const [target, setTarget] = useState<Thing>();
  const [busy, setBusy] = useState(false);

  const go = async () => {
    if (target === undefined) return;
    // Cancelled meanwhile, the question may be about another thing by now.
    const close = () => setTarget((now) => (now === target ? undefined : now));
    setBusy(true);
    try {
      const { kind, text } = await remove(target);
      flushSync(close);
      // Closing has given the focus back to the row's button, and that goes with the row.
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
