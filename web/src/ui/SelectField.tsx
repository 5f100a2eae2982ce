import "./select-field.css";
import { type ComponentProps, useId } from "react";
import { FieldError } from "./Field.tsx";

interface SelectFieldProps extends ComponentProps<"select"> {
  label: string;
  error?: string | undefined;
  hint?: string;
}

/** A native `<select>` with a label. */
export function SelectField({
  label,
  error,
  hint,
  children,
  className = "",
  ...select
}: SelectFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select
        {...select}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : hint && `${id}-hint`}
        className="input select-field"
      >
        {children}
      </select>
      {error ? (
        <FieldError id={`${id}-error`} message={error} />
      ) : (
        hint && (
          <p id={`${id}-hint`} className="mt-1.5 text-sm text-quiet">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
