import { useState } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { FieldError } from "../../../../ui/Field.tsx";
import { type ChargeRow, ChargeRowsField, type RowsSettingProps } from "./ChargeRowsField.tsx";
import { DeliveryMethodFields, isShownAtField } from "./DeliveryMethodFields.tsx";
import { presets } from "./delivery.texts.en.ts";
import {
  addedMethod,
  type DeliveryMethod,
  describeMethod,
  missingIn,
  PRESETS,
} from "./delivery.ts";
import { RowButtons } from "./RowButtons.tsx";
import { delivery as texts } from "./texts.en.ts";

const MAX_METHODS = 20;

const nameOf = ({ name }: DeliveryMethod, index: number) => name || texts.unnamed(index + 1);

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
              aria-label={isOpen ? texts.closeOf(name) : texts.changeOf(name)}
              onClick={() => setOpen(isOpen ? undefined : method.id)}
            >
              {isOpen ? texts.close : texts.change}
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
      hint={texts.hint}
      emptyHint={texts.emptyHint}
      idOf={({ id }) => id}
      nameOf={nameOf}
      renderRow={renderRow}
      renderAdd={(methods, set) =>
        methods.length < MAX_METHODS && (
          <div role="group" aria-label={texts.add}>
            <p className="mb-2 text-sm font-medium">{texts.add}</p>
            <div className="flex flex-wrap gap-2">
              {Object.entries(PRESETS).map(([preset, method]) => (
                <Button
                  key={preset}
                  variant="outline"
                  small
                  onClick={() => {
                    const added = addedMethod(methods, method);
                    set([...methods, added]);
                    setOpen(added.id);
                  }}
                >
                  {presets[preset as keyof typeof presets]}
                </Button>
              ))}
            </div>
          </div>
        )
      }
    />
  );
}
