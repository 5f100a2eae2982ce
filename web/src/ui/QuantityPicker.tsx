import { useId } from "react";
import { FieldError } from "./Field.tsx";
import { MinusIcon, PlusIcon } from "./icons.tsx";

interface QuantityPickerProps {
  label: string;
  /** The text as typed, which may be empty or invalid. */
  value: string;
  min: number;
  max: number;
  hint: string;
  error: string | undefined;
  disabled?: boolean;
  onChange: (value: string) => void;
  onBlur?: () => void;
}

const within = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

export function QuantityPicker({
  label,
  value,
  min,
  max,
  hint,
  error,
  disabled = false,
  onChange,
  onBlur,
}: QuantityPickerProps) {
  const id = useId();
  const count = Number(value);
  const step = (by: number) => onChange(String(within(Math.round(count) + by, min, max)));
  const square =
    "btn btn-ghost h-auto w-12 shrink-0 rounded-none border-0 px-0 focus-visible:outline-offset-[-4px]";

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div
        className={`inline-flex items-stretch border bg-field ${error ? "border-error" : "border-rule-strong"}`}
      >
        <button
          type="button"
          className={square}
          aria-label={`One less, ${label.toLowerCase()}`}
          aria-controls={id}
          disabled={disabled || !(count > min)}
          onClick={() => step(-1)}
        >
          <MinusIcon />
        </button>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          required
          value={value}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          className="no-spin figures w-24 border-x border-rule bg-transparent py-2 text-center text-lg focus-visible:outline-offset-[-2px]"
        />
        <button
          type="button"
          className={square}
          aria-label={`One more, ${label.toLowerCase()}`}
          aria-controls={id}
          disabled={disabled || !(count < max)}
          onClick={() => step(1)}
        >
          <PlusIcon />
        </button>
      </div>
      <p id={`${id}-hint`} className="figures mt-1.5 text-sm text-quiet">
        {hint}
      </p>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}
