import { useState } from "react";
import { Field } from "../../../../ui/Field.tsx";
import { type NumberKind, readNumber, showNumber, type Typed } from "./numbers.ts";

interface NumberFieldProps {
  label: string;
  /** The name for screen readers. It tells the field from the same field of other rows. */
  name: string;
  kind: NumberKind;
  value: Typed;
  onChange: (value: Typed) => void;
  /** Why the number was refused. */
  error?: string | undefined;
  className?: string;
  disabled?: boolean;
}

/** A number of a setting. Keeps what is typed as it is typed. */
export function NumberField({
  label,
  name,
  kind,
  value,
  onChange,
  error,
  className = "",
  disabled = false,
}: NumberFieldProps) {
  const [typed, setTyped] = useState<string>();
  const isTyped = typed !== undefined && readNumber(typed, kind) === value;
  return (
    <Field
      label={label}
      aria-label={name}
      inputMode={kind.decimals === 0 ? "numeric" : "decimal"}
      autoComplete="off"
      maxLength={20}
      className={className}
      disabled={disabled}
      value={isTyped ? typed : showNumber(value, kind)}
      error={typeof value === "string" ? kind.wrong : error}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(readNumber(target.value, kind));
      }}
    />
  );
}
