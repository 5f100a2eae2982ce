import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { ignorePointer } from "./ignore-pointer.ts";

interface DialogProps {
  open: boolean;
  title: ReactNode;
  /** Fills the window, and leaves the layout to the children. */
  full?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal `<dialog>`. Its first button gets the focus, so put the harmless one first. Escape closes it. The second
 * press of a double click reaches neither the dialog that has just opened nor the page that it covered.
 */
export function Dialog({ open, title, full = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // The effect runs before painting, so that a closing dialog is not painted without its content.
  useLayoutEffect(() => {
    if (open && !dialog.current?.open) {
      dialog.current?.showModal();
      ignorePointer(dialog.current);
    }
    if (!open && dialog.current?.open) {
      dialog.current.close();
      ignorePointer(document.getElementById("main"));
    }
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does with the keyboard what a click beside the box does
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={`dialog ${full ? "dialog-full" : "w-[min(30rem,calc(100vw-2rem))] border border-rule-strong"} bg-base-100 p-0 text-left text-base font-normal text-base-content`}
    >
      <div className={full ? "contents" : "p-6 sm:p-8"}>
        <h2 id={titleId} className={full ? "sr-only" : "text-heading wrap-anywhere"}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
