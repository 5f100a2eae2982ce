import { useState } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { FieldError } from "../../../../ui/Field.tsx";
import { type ChargeRow, ChargeRowsField, type RowsSettingProps } from "./ChargeRowsField.tsx";
import { DeliveryMethodFields, isShownAtField } from "./DeliveryMethodFields.tsx";
import {
  addedMethod,
  type DeliveryMethod,
  describeMethod,
  missingIn,
  PRESETS,
} from "./delivery.ts";
import { RowButtons } from "./RowButtons.tsx";

const MAX_METHODS = 20;

const nameOf = ({ name }: DeliveryMethod, index: number) => name || `Method ${index + 1}`;

/** The delivery methods of the shop, as cards. One of them is open. */
export function DeliveryField(setting: RowsSettingProps<DeliveryMethod>) {
  const [open, setOpen] = useState<string>();

  const renderRow = (place: ChargeRow<DeliveryMethod>) => {
    const { row: method, rows, index, problem, put, set } = place;
    const isOpen = open === method.id || problem !== undefined;
    const name = nameOf(method, index);
    return (
      <>
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
            <RowButtons rows={rows} index={index} name={name} hasOrder onChange={set} />
          </div>
        </div>
        {problem && !isShownAtField(problem) && !missingIn(method) && (
          <FieldError id={`${method.id}-error`} message={problem.message} />
        )}
        {isOpen && (
          <DeliveryMethodFields
            method={method}
            problem={problem}
            onChange={(changed) => {
              // A change takes the problem away, and the fields stay.
              setOpen(method.id);
              put(changed);
            }}
          />
        )}
      </>
    );
  };

  return (
    <ChargeRowsField<DeliveryMethod>
      {...setting}
      errorId="delivery-error"
      hint="We preselect the first method in this list that fits. Pick-up only if no other fits."
      emptyHint="Without a method, the shop charges no delivery."
      idOf={({ id }) => id}
      nameOf={nameOf}
      renderRow={renderRow}
      renderAdd={(methods, set) =>
        methods.length < MAX_METHODS && (
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
        )
      }
    />
  );
}
