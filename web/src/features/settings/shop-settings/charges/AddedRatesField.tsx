import "./charges.css";
import { PROVINCE_CODES, PROVINCES, type Province } from "../../../../provinces.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Field, FieldError } from "../../../../ui/Field.tsx";
import { SelectField } from "../../../../ui/SelectField.tsx";
import type { RowsSettingProps } from "./DeliveryField.tsx";
import { NumberField } from "./NumberField.tsx";
import { PERCENT } from "./numbers.ts";
import { RowButtons } from "./RowButtons.tsx";
import { readRows, rowError, writeRows } from "./rows.ts";
import { type AddedRate, taxesOf } from "./taxes.ts";

/** Rates that the shop does not know yet. */
export function AddedRatesField({ label, value, error, onChange }: RowsSettingProps) {
  const rows = readRows<AddedRate>(value);
  const wrong = rowError(error);
  const set = (changed: AddedRate[]) => onChange(writeRows(changed));
  return (
    <fieldset className="mb-4 min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <p className="mt-1 max-w-prose text-sm text-quiet">
        When a budget changes a rate before your shop knows it, enter the rate here. It counts from
        its first day on.
      </p>
      <ol className="mt-3 grid gap-3">
        {rows.map((row, index) => {
          const { province, tax, millionths, from, reason } = row;
          const put = (change: Partial<AddedRate>) => set(rows.with(index, { ...row, ...change }));
          const place = `Rate ${index + 1}`;
          const isWrong = wrong?.row === index;
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name
              key={index}
              className={`charge-row ${isWrong ? "is-wrong" : ""}`}
            >
              <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
                <SelectField
                  label="Province"
                  aria-label={`${place}: province`}
                  className="col-span-2 mb-5"
                  value={province}
                  onChange={({ target }) => {
                    const chosen = target.value as Province;
                    const has = taxesOf(chosen).includes(tax);
                    put({ province: chosen, ...(!has && { tax: "GST" as const }) });
                  }}
                >
                  {PROVINCE_CODES.map((code) => (
                    <option key={code} value={code}>
                      {PROVINCES[code]}
                    </option>
                  ))}
                </SelectField>
                <SelectField
                  label="Tax"
                  aria-label={`${place}: tax`}
                  className="mb-5"
                  value={tax}
                  onChange={({ target }) => put({ tax: target.value as AddedRate["tax"] })}
                >
                  {taxesOf(province).map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </SelectField>
                <NumberField
                  label="Percent"
                  name={`${place}: percent`}
                  kind={PERCENT}
                  value={millionths}
                  onChange={(changed) => put({ millionths: changed })}
                />
                <Field
                  label="First day"
                  aria-label={`${place}: first day`}
                  type="date"
                  className="col-span-2"
                  value={from}
                  onChange={({ target }) => put({ from: target.value })}
                />
                <Field
                  label="Why"
                  aria-label={`${place}: why`}
                  placeholder="Nova Scotia budget of 2027"
                  className="col-span-2"
                  maxLength={200}
                  dir="auto"
                  value={reason}
                  onChange={({ target }) => put({ reason: target.value })}
                />
              </div>
              {isWrong && <FieldError id={`rate-${index}-error`} message={wrong.text} />}
              <RowButtons rows={rows} index={index} name={place.toLowerCase()} onChange={set} />
            </li>
          );
        })}
      </ol>
      <FieldError id="rates-error" message={wrong ? undefined : error} />
      <Button variant="outline" small onClick={() => set([...rows, FIRST_RATE])}>
        Add a rate
      </Button>
    </fieldset>
  );
}

const FIRST_RATE: AddedRate = { province: "NS", tax: "HST", millionths: "", from: "", reason: "" };
