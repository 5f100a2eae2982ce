import "./charges.css";
import { Button } from "../../../../ui/Button.tsx";
import { Field, FieldError } from "../../../../ui/Field.tsx";
import { SelectField } from "../../../../ui/SelectField.tsx";
import type { RowsSettingProps } from "./DeliveryField.tsx";
import { RowButtons } from "./RowButtons.tsx";
import { readRows, rowError, writeRows } from "./rows.ts";
import { AUTHORITIES, type Authority, type Registration } from "./taxes.ts";

/** Where the shop is registered, one registration a row. */
export function RegistrationsField({ label, value, error, onChange }: RowsSettingProps) {
  const rows = readRows<Registration>(value);
  const wrong = rowError(error);
  const set = (changed: Registration[]) => onChange(writeRows(changed));
  const free = authorities.find((name) => rows.every(({ authority }) => authority !== name));
  return (
    <fieldset className="mb-4 min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <p className="mt-1 max-w-prose text-sm text-quiet">
        {rows.length === 0
          ? "Not registered? Then nothing is to do: no tax is charged, and customers read nothing about taxes."
          : "The shop charges the taxes that you are registered for on the day of the sale, and prints the number."}
      </p>
      <ol className="mt-3 grid gap-3">
        {rows.map((row, index) => {
          const { authority, number, from, until } = row;
          const put = (change: Partial<Registration>) =>
            set(rows.with(index, { ...row, ...change }));
          const place = `Registration ${index + 1}`;
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name
              key={index}
              className={`charge-row ${wrong?.row === index ? "is-wrong" : ""}`}
            >
              <div className="grid grid-cols-2 gap-x-4">
                <SelectField
                  label="Tax"
                  aria-label={`${place}: tax`}
                  className="col-span-2 mb-5 sm:col-span-1"
                  value={authority}
                  onChange={({ target }) => put({ authority: target.value as Authority })}
                >
                  {authorities.map((name) => (
                    <option key={name} value={name}>
                      {AUTHORITIES[name].title}
                    </option>
                  ))}
                </SelectField>
                <Field
                  label="Number"
                  aria-label={`${place}: number`}
                  autoComplete="off"
                  className="col-span-2 sm:col-span-1"
                  maxLength={40}
                  placeholder={AUTHORITIES[authority].example}
                  value={number}
                  error={wrong?.row === index ? wrong.text : undefined}
                  onChange={({ target }) => put({ number: target.value })}
                />
                <Field
                  label="First day"
                  aria-label={`${place}: first day`}
                  type="date"
                  value={from}
                  onChange={({ target }) => put({ from: target.value })}
                />
                <Field
                  label="Last day, if it ended"
                  aria-label={`${place}: last day`}
                  type="date"
                  value={until ?? ""}
                  onChange={({ target }) => put({ until: target.value || null })}
                />
              </div>
              <RowButtons rows={rows} index={index} name={place.toLowerCase()} onChange={set} />
            </li>
          );
        })}
      </ol>
      <FieldError id="registrations-error" message={wrong ? undefined : error} />
      <Button
        variant="outline"
        small
        onClick={() =>
          set([...rows, { authority: free ?? "GST/HST", number: "", from: "", until: null }])
        }
      >
        Add a registration
      </Button>
    </fieldset>
  );
}

const authorities = Object.keys(AUTHORITIES) as Authority[];
