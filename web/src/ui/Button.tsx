import type { ComponentProps } from "react";
import { isRepeatedPress } from "./repeated-press.ts";

const VARIANTS = {
  primary: "btn btn-primary",
  accent: "btn btn-accent",
  outline: "btn btn-outline",
  quiet: "btn btn-ghost",
  danger: "btn btn-error",
  /** Stands where a link would, in its text. */
  link: "inline-flex min-h-6 cursor-pointer items-center gap-1.5 underline underline-offset-4",
} as const;

interface ButtonProps extends ComponentProps<"button"> {
  variant?: keyof typeof VARIANTS;
  small?: boolean;
  /** Shows a spinner and ignores clicks, but keeps size and focus. */
  busy?: boolean;
}

export function Button({
  variant = "primary",
  small,
  busy,
  className = "",
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={`${VARIANTS[variant]} ${small ? "btn-sm" : ""} ${className}`}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (isRepeatedPress(event) || busy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {busy && <span className="loading loading-sm" aria-hidden="true" />}
      {children}
    </button>
  );
}
