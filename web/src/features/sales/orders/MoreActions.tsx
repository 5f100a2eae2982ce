import { useId, useRef, useState } from "react";
import { Icon } from "../../../ui/icons.tsx";

export interface MenuAction {
  label: string;
  /** Says which thing it is for. Begins with the label. */
  name: string;
  onPress: () => void;
}

/** A button that unfolds the less frequent actions. It has the focus again before an action opens its dialog. */
export function MoreActions({ name, actions }: { name: string; actions: MenuAction[] }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    button.current?.focus();
    setOpen(false);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and the loss of focus close it, for the buttons inside
    <div
      className="more-actions"
      onKeyDown={(event) => event.key === "Escape" && open && close()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="btn btn-outline btn-sm px-2"
        aria-label={name}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => {
          // Safari does not focus a pressed button.
          button.current?.focus();
          setOpen(!open);
        }}
      >
        <Icon>
          <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3" />
        </Icon>
      </button>
      {open && (
        <ul id={id} className="more-actions-list">
          {actions.map(({ label, name, onPress }) => (
            <li key={label}>
              <button
                type="button"
                aria-label={name}
                onClick={() => {
                  close();
                  onPress();
                }}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
