import "./charges.css";
import { useState } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { FieldError } from "../../../../ui/Field.tsx";
import { DeliveryMethodFields } from "./DeliveryMethodFields.tsx";
import { addedMethod, type DeliveryMethod, describeMethod, PRESETS } from "./delivery.ts";
import { RowButtons } from "./RowButtons.tsx";
import { readRows, rowError, writeRows } from "./rows.ts";

const MAX_METHODS = 20;

export interface RowsSettingProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The delivery methods of the shop, as cards. One of them is open. */
export function DeliveryField({ label, value, error, onChange }: RowsSettingProps) {
  const methods = readRows<DeliveryMethod>(value);
  const [open, setOpen] = useState<string>();
  const wrong = rowError(error);
  const set = (changed: DeliveryMethod[]) => onChange(writeRows(changed));
  return (
    <fieldset className="mb-4 min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <p className="mt-1 max-w-prose text-sm text-quiet">
        {methods.length === 0
          ? "Without a method, the shop charges no delivery."
          : "The first method that fits is chosen. Customers can choose another one that fits. Pick-up is chosen only if no other fits."}
      </p>
      <ol className="mt-3 grid gap-3">
        {methods.map((method, index) => {
          const isOpen = open === method.id || wrong?.row === index;
          const name = method.name || `Method ${index + 1}`;
          return (
            <li
              key={method.id}
              className={`charge-row ${wrong?.row === index ? "is-wrong" : ""}`}
              aria-label={name}
            >
              <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
                <div className="min-w-0 flex-1 basis-60">
                  <h3 className="font-sans text-base font-semibold wrap-anywhere" dir="auto">
                    {name}
                  </h3>
                  <p className="text-sm text-quiet" aria-live="polite">
                    {describeMethod(method)}
                  </p>
                </div>
                <div className="flex flex-wrap gap-2">
                  <Button
                    variant="outline"
                    small
                    aria-expanded={isOpen}
                    aria-label={`${isOpen ? "Close" : "Change"}: ${name}`}
                    onClick={() => setOpen(isOpen ? undefined : method.id)}
                  >
                    {isOpen ? "Close" : "Change"}
                  </Button>
                  <RowButtons rows={methods} index={index} name={name} hasOrder onChange={set} />
                </div>
              </div>
              {wrong?.row === index && (
                <FieldError id={`${method.id}-error`} message={wrong.text} />
              )}
              {isOpen && (
                <DeliveryMethodFields
                  method={method}
                  onChange={(changed) => set(methods.with(index, changed))}
                />
              )}
            </li>
          );
        })}
      </ol>
      <FieldError id="delivery-error" message={wrong ? undefined : error} />
      {methods.length < MAX_METHODS && (
        <div role="group" aria-label="Add a method">
          <p className="mb-2 text-sm font-medium">Add a method</p>
          <div className="flex flex-wrap gap-2">
            {Object.entries(PRESETS).map(([text, preset]) => (
              <Button
                key={text}
                variant="outline"
                small
                onClick={() => {
                  const added = addedMethod(methods, preset);
                  set([...methods, added]);
                  setOpen(added.id);
                }}
              >
                {text}
              </Button>
            ))}
          </div>
        </div>
      )}
    </fieldset>
  );
}
