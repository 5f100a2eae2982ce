import { useId } from "react";
import { formatCount } from "../money.ts";
import { FieldError } from "./Field.tsx";
import { Icon } from "./icons.tsx";
import { texts } from "./QuantityPicker.texts.en.ts";

export const PlusIcon = () => (
  <Icon>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);

const MinusIcon = () => (
  <Icon>
    <path d="M5 12h14" />
  </Icon>
);

interface QuantityPickerProps {
  label: string;
  /** The page shows what it is about. */
  hideLabel?: boolean;
  /** The text as typed, which may be empty or invalid. */
  value: string;
  /** The quantity that the text means. Undefined if it means none. */
  count: number | undefined;
  min: number;
  max: number;
  /** Quantities to choose with one press. */
  suggestions: number[];
  hint: string;
  error: string | undefined;
  disabled?: boolean;
  onChange: (value: string) => void;
  onBlur?: () => void;
}

const within = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/**
 * A number input would drop the comma of `12,5` without a word and change its value under the mouse wheel. This text
 * input has the role and the arrow keys of one.
 */
export function QuantityPicker({
  label,
  hideLabel = false,
  value,
  count,
  min,
  max,
  suggestions,
  hint,
  error,
  disabled = false,
  onChange,
  onBlur,
}: QuantityPickerProps) {
  const id = useId();
  const current = count ?? min;
  const step = (by: number) => onChange(String(within(current + by, min, max)));
  const square =
    "btn btn-ghost h-auto w-12 min-w-6 shrink rounded-none border-0 px-0 focus-visible:outline-offset-[-4px]";

  return (
    <div className="noscript:hidden">
      <label htmlFor={id} className={hideLabel ? "sr-only" : "mb-1.5 block text-sm font-medium"}>
        {label}
      </label>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div
          className={`inline-flex max-w-full items-stretch border bg-field ${error ? "border-error" : "border-rule-strong"}`}
        >
          <button
            type="button"
            className={square}
            aria-label={texts.oneLess(label)}
            aria-controls={id}
            disabled={disabled || current <= min}
            onClick={() => step(-1)}
          >
            <MinusIcon />
          </button>
          <input
            id={id}
            role="spinbutton"
            inputMode="numeric"
            autoComplete="off"
            required
            value={value}
            disabled={disabled}
            aria-valuenow={count}
            aria-valuemin={min}
            aria-valuemax={max}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-hint ${id}-error`}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "ArrowUp") step(1);
              else if (event.key === "ArrowDown") step(-1);
              else return;
              event.preventDefault();
            }}
            onBlur={onBlur}
            className="figures w-20 min-w-0 border-x border-rule bg-transparent py-2 text-center text-lg focus-visible:outline-offset-[-2px]"
          />
          <button
            type="button"
            className={square}
            aria-label={texts.oneMore(label)}
            aria-controls={id}
            disabled={disabled || current >= max}
            onClick={() => step(1)}
          >
            <PlusIcon />
          </button>
        </div>
        {!disabled && suggestions.length > 0 && (
          <ul aria-label={texts.commonQuantities} className="flex gap-1.5">
            {suggestions.map((suggestion) => (
              <li key={suggestion}>
                <button
                  type="button"
                  className="btn btn-outline btn-sm figures min-w-10 border-rule-strong px-2.5 aria-pressed:border-primary aria-pressed:bg-base-200 aria-pressed:text-primary"
                  aria-label={texts.orderQuantity(suggestion)}
                  aria-pressed={suggestion === count}
                  aria-controls={id}
                  onClick={() => onChange(String(suggestion))}
                >
                  {formatCount(suggestion)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-quiet">
        {hint}
      </p>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}
