import { type Ref, useEffect, useId, useRef } from "react";
import { currencySign } from "../../../money.ts";
import { Button } from "../../../ui/Button.tsx";
import { FieldError } from "../../../ui/Field.tsx";
import { MAX_STEPS, stepRows, stepsText } from "./price-steps.ts";
import { texts } from "./tool-form.texts.en.ts";

interface PriceStepsFieldProps {
  /** The steps as a text, in the form that price-steps.ts reads. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
  ref: Ref<HTMLInputElement>;
}

/** Lower prices for larger quantities: none at first, then a row for each. */
export function PriceStepsField({ value, error, onChange, onBlur, ref }: PriceStepsFieldProps) {
  const id = useId();
  const rows = stepRows(value);
  const fields = useRef<HTMLFieldSetElement>(null);
  // The row whose first field gets the focus once it is there.
  const added = useRef<number>(null);

  useEffect(() => {
    if (added.current === null) return;
    fields.current?.querySelectorAll("li")[added.current]?.querySelector("input")?.focus();
    added.current = null;
  });

  const change = (index: number, part: { from?: string; price?: string }) =>
    onChange(stepsText(rows.map((row, at) => (at === index ? { ...row, ...part } : row))));

  const remove = (index: number) => {
    const rest = rows.filter((_, at) => at !== index);
    added.current = Math.max(0, index - 1);
    onChange(stepsText(rest));
    if (rest.length === 0) fields.current?.querySelector<HTMLElement>(".price-step-add")?.focus();
  };

  return (
    <fieldset ref={fields} className="mt-2" aria-describedby={`${id}-hint ${id}-error`}>
      <legend className="float-left w-full text-sm font-medium">{texts.labels.priceSteps}</legend>
      <p id={`${id}-hint`} className="clear-both mb-3 text-sm text-quiet">
        {texts.stepsHint}
      </p>
      {rows.length > 0 && (
        <ul className="price-steps">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place, and its inputs hold no state
            <li key={index}>
              <span aria-hidden="true">{texts.from}</span>
              <input
                ref={index === 0 ? ref : undefined}
                className="input figures"
                aria-label={texts.stepFrom(index + 1)}
                inputMode="numeric"
                autoComplete="off"
                value={row.from}
                aria-invalid={error ? true : undefined}
                onBlur={onBlur}
                onChange={({ target }) => change(index, { from: target.value })}
              />
              <span aria-hidden="true">{currencySign()}</span>
              <input
                className="input figures"
                aria-label={texts.stepPrice(index + 1, currencySign())}
                inputMode="decimal"
                autoComplete="off"
                value={row.price}
                aria-invalid={error ? true : undefined}
                onBlur={onBlur}
                onChange={({ target }) => change(index, { price: target.value })}
              />
              <Button
                variant="quiet"
                small
                aria-label={texts.removeStep(index + 1)}
                onClick={() => remove(index)}
              >
                {texts.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {rows.length < MAX_STEPS && (
        <Button
          variant="outline"
          small
          className="price-step-add"
          onClick={() => {
            added.current = rows.length;
            onChange(stepsText([...rows, { from: "", price: "" }]));
          }}
        >
          {rows.length === 0 ? texts.setStep : texts.setAnotherStep}
        </Button>
      )}
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  );
}
