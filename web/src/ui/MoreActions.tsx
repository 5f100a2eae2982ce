import "./table.css";
import { type ReactNode, useId, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { Icon } from "./icons.tsx";
import { texts } from "./MoreActions.texts.en.ts";

export interface MenuAction {
  label: string;
  /** Says which thing it is for. Begins with the label. */
  name: string;
  onPress: () => void;
}

interface MoreActionsProps {
  name: string;
  actions: MenuAction[];
  /** Wide tables show the actions as buttons, without the menu. */
  unfolds?: boolean;
}

/** A button that unfolds the less frequent actions. It has the focus again before an action opens its dialog. */
export function MoreActions({ name, actions, unfolds = false }: MoreActionsProps) {
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
      className={`more-actions ${unfolds ? "more-actions-unfolding" : ""}`}
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
      {(open || unfolds) && (
        <ul id={id} className="more-actions-list" data-open={open || undefined}>
          {actions.map(({ label, name, onPress }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a pressed button keeps the focus when its text changes
            <li key={index}>
              <button
                type="button"
                className={unfolds ? "btn btn-outline btn-sm" : undefined}
                aria-label={name}
                onClick={() => {
                  if (open) close();
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

interface RowActionsProps {
  /** The name of the menu, if a row can have two actions. */
  more?: string;
  actions: MenuAction[];
  busy?: boolean;
  /** The state of the row. */
  children?: ReactNode;
}

/** The actions of a row: the first as a button, and on narrow screens the others in a menu. */
export const RowActions = ({
  more = texts.more,
  actions: [first, ...others],
  busy = false,
  children,
}: RowActionsProps) => (
  <div className="data-table-actions">
    {children}
    {first && (
      <Button variant="outline" small aria-label={first.name} busy={busy} onClick={first.onPress}>
        {first.label}
      </Button>
    )}
    {others.length > 0 && <MoreActions unfolds name={more} actions={others} />}
  </div>
);
