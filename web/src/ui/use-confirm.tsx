import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { errorMessage } from "../api/error-messages.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { focusPage } from "./report.ts";
import { texts as words } from "./texts.en.ts";
import { showToast } from "./toast.tsx";
import { texts } from "./use-confirm.texts.en.tsx";

interface Question {
  title: ReactNode;
  text: ReactNode;
  button: string;
  variant?: "primary" | "danger";
}

interface OutcomeToast {
  kind: "success" | "info";
  text: string;
}

interface ConfirmOptions<Thing> {
  question: (thing: Thing) => Question;
  /** Does it, and resolves to the toast to show, if any. */
  run: (thing: Thing) => Promise<OutcomeToast | undefined>;
  errorText?: (error: unknown, thing: Thing) => string;
  /** Whether the row's button stays, so that it keeps the focus. */
  buttonStays?: boolean;
}

/** Does something to an item after a confirmation, and reports the result as a toast. */
export function useConfirm<Thing>({
  question,
  run,
  errorText = errorMessage,
  buttonStays = false,
}: ConfirmOptions<Thing>): { ask: (thing: Thing) => void; dialog: ReactNode } {
  const [target, setTarget] = useState<Thing>();
  const [busy, setBusy] = useState(false);
  const asked = target === undefined ? undefined : question(target);
  const cancel = () => setTarget(undefined);

  const confirm = async () => {
    if (target === undefined) return;
    // The dialog may have been cancelled and opened for another item since.
    const close = () => setTarget((now) => (now === target ? undefined : now));
    setBusy(true);
    try {
      const toast = await run(target);
      // The dialog closes before the toast is shown, because a toast below a dialog could not be
      // used.
      flushSync(close);
      // Closing returns the focus to the row's button, which disappears with the row.
      if (!buttonStays && !document.querySelector("dialog[open]")) focusPage();
      if (toast) showToast(toast.kind, toast.text);
    } catch (error) {
      flushSync(close);
      showToast("error", errorText(error, target));
    } finally {
      setBusy(false);
    }
  };

  return {
    ask: setTarget,
    dialog: (
      <Dialog open={asked !== undefined} title={asked?.title} onClose={cancel}>
        <div className="mt-3 text-quiet">{asked?.text}</div>
        <div className="mt-8 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={cancel}>
            {words.cancel}
          </Button>
          <Button variant={asked?.variant ?? "primary"} busy={busy} onClick={() => void confirm()}>
            {asked?.button}
          </Button>
        </div>
      </Dialog>
    ),
  };
}

interface ConfirmDeleteOptions<Thing> {
  /** A name that a person chose is isolated by `dir="auto"`. */
  nameOf: (thing: Thing) => ReactNode;
  remove: (thing: Thing) => Promise<OutcomeToast>;
}

export const useConfirmDelete = <Thing,>({ nameOf, remove }: ConfirmDeleteOptions<Thing>) =>
  useConfirm<Thing>({
    question: (thing) => ({
      title: texts.deleteQuestion(nameOf(thing)),
      text: <p>{texts.deleteWarning}</p>,
      button: texts.delete,
      variant: "danger",
    }),
    run: remove,
  });
