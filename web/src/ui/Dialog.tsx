import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

interface DialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** The platform's modal: focus goes to its first button and back, Escape closes it. Put the harmless button first. */
export function Dialog({ open, title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Before the next paint: a closing dialog must not be seen with what it was about already gone.
  useLayoutEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open && dialog.current?.open) dialog.current.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does with the keyboard what a click beside the box does
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className="dialog w-[min(30rem,calc(100vw-2rem))] border border-rule-strong bg-base-100 p-0 text-base-content"
    >
      <div className="p-6 sm:p-8">
        <h2 id={titleId} className="text-heading">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
