import { type ComponentProps, useId } from "react";

interface SelectFieldProps extends ComponentProps<"select"> {
  label: string;
}

/** A native `<select>` with a label. */
export function SelectField({ label, children, className = "", ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select {...select} id={id} className="input select-field">
        {children}
      </select>
    </div>
  );
}
