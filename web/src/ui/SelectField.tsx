import { type ComponentProps, useId } from "react";

interface SelectFieldProps extends ComponentProps<"select"> {
  label: string;
  hint?: string;
}

/** A native `<select>` with a label. */
export function SelectField({
  label,
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
        className="input select-field"
        aria-describedby={hint && `${id}-hint`}
      >
        {children}
      </select>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-quiet">
          {hint}
        </p>
      )}
    </div>
  );
}
