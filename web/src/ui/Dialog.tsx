import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { ignorePointer } from "./ignore-pointer.ts";

/** Where a dialog is, and the frame of its content. A full one leaves the layout to the children. */
const SHAPES = {
  box: {
    dialog: "w-[min(30rem,calc(100vw-2rem))] border border-rule-strong",
    content: "p-6 sm:p-8",
    title: "text-heading wrap-anywhere",
  },
  full: { dialog: "dialog-full", content: "contents", title: "sr-only" },
  sheet: { dialog: "sheet", content: "sheet-content", title: "sheet-title" },
};

interface DialogProps {
  open: boolean;
  title: ReactNode;
  shape?: keyof typeof SHAPES;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal `<dialog>`. Its first button gets the focus, so put the harmless one first. Escape closes it. The second
 * press of a double click reaches neither the dialog that has just opened nor the page that it covered.
 */
export function Dialog({ open, title, shape = "box", onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const classes = SHAPES[shape];

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
      className={`dialog ${classes.dialog} bg-base-100 p-0 text-left text-base font-normal text-base-content`}
    >
      <div className={classes.content}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
