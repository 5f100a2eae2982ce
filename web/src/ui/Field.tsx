import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from "react";

interface FieldProps extends ComponentProps<"input"> {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
}

/** An input with a label, a hint and an error, which screen readers read with it. */
export function Field({ label, error, hint, className = "", ...input }: FieldProps) {
  const id = useId();
  const canFail = !input.disabled;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={`input ${error ? "input-error" : ""}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={
          [hint && `${id}-hint`, canFail && `${id}-error`].filter(Boolean).join(" ") || undefined
        }
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-quiet">
          {hint}
        </p>
      )}
      {canFail ? <FieldError id={`${id}-error`} message={error} /> : <div className="h-5" />}
    </div>
  );
}

interface TextAreaProps extends ComponentProps<"textarea"> {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
}

/** The browser scrolls to the caret of a focused text area, not to its end, so a bar could cover that. */
const showWhole = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) =>
  key === "Tab" && currentTarget.scrollIntoView({ block: "nearest" });

/** A Field for several lines. */
export function TextArea({ label, error, hint, className = "", ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <textarea
        rows={5}
        onKeyUp={showWhole}
        {...area}
        id={id}
        className={`textarea ${error ? "input-error" : ""}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint ? `${id}-hint ${id}-error` : `${id}-error`}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-quiet">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}

/**
 * The element is always rendered, so that screen readers announce an error and the layout does not
 * shift.
 */
export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  return (
    <p id={id} role="alert" className="min-h-5 pt-1 text-sm leading-4 text-error">
      {message}
    </p>
  );
}
