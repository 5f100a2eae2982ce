import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { sentence } from "../api/error-messages.ts";
import { ConfirmDelete } from "./ConfirmDelete.tsx";
import { showToast } from "./toast.tsx";

interface Told {
  kind: "success" | "info";
  text: string;
}

interface DeletionOptions<Thing> {
  nameOf: (thing: Thing) => string;
  /** Deletes it, and has the words for what came of it. */
  remove: (thing: Thing) => Promise<Told>;
}

/** Deleting one of the things on a page: asked first, told after. */
export function useDeletion<Thing>({ nameOf, remove }: DeletionOptions<Thing>): {
  ask: (thing: Thing) => void;
  dialog: ReactNode;
} {
  const [doomed, setDoomed] = useState<Thing>();
  const [busy, setBusy] = useState(false);

  const go = async () => {
    if (doomed === undefined) return;
    // Cancelled meanwhile, the question may be about another thing by now.
    const close = () => setDoomed((now) => (now === doomed ? undefined : now));
    setBusy(true);
    try {
      const { kind, text } = await remove(doomed);
      flushSync(close);
      // Closing has given the focus back to the row's button, and that goes with the row.
      if (!document.querySelector("dialog[open]"))
        document.getElementById("main")?.focus({ preventScroll: true });
      showToast(kind, text);
    } catch (error) {
      close();
      showToast("error", sentence(error));
    } finally {
      setBusy(false);
    }
  };

  return {
    ask: setDoomed,
    dialog: (
      <ConfirmDelete
        name={doomed === undefined ? undefined : nameOf(doomed)}
        busy={busy}
        onCancel={() => setDoomed(undefined)}
        onDelete={() => void go()}
      />
    ),
  };
}
