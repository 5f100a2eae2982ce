import type { Province } from "../../../../provinces.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Field, FieldError } from "../../../../ui/Field.tsx";
import { ProvinceOptions } from "../../../../ui/ProvinceOptions.tsx";
import { SelectField } from "../../../../ui/SelectField.tsx";
import { type ChargeRow, ChargeRowsField, type RowsSettingProps } from "./ChargeRowsField.tsx";
import { NumberField } from "./NumberField.tsx";
import { PERCENT } from "./numbers.ts";
import { RowButtons } from "./RowButtons.tsx";
import { type AddedRate, taxesOf, taxName } from "./taxes.ts";
import { rates as texts } from "./texts.en.ts";

/** Rates that the shop does not know yet. */
export const AddedRatesField = (setting: RowsSettingProps<AddedRate>) => (
  <ChargeRowsField<AddedRate>
    {...setting}
    errorId="rates-error"
    hint={texts.hint}
    renderRow={rateRow}
    renderAdd={(rows, set) => (
      <Button variant="outline" small onClick={() => set([...rows, FIRST_RATE])}>
        {texts.add}
      </Button>
    )}
  />
);

function rateRow({ row, rows, index, problem, put, set }: ChargeRow<AddedRate>) {
  const { province, tax, millionths, from, reason } = row;
  const place = index + 1;
  return (
    <>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        <SelectField
          label={texts.province}
          aria-label={texts.provinceOf(place)}
          className="col-span-2 mb-5"
          value={province}
          onChange={({ target }) => {
            const chosen = target.value as Province;
            const has = taxesOf(chosen).includes(tax);
            put({ province: chosen, ...(!has && { tax: "GST" as const }) });
          }}
        >
          <ProvinceOptions />
        </SelectField>
        <SelectField
          label={texts.tax}
          aria-label={texts.taxOf(place)}
          className="mb-5"
          value={tax}
          onChange={({ target }) => put({ tax: target.value as AddedRate["tax"] })}
        >
          {taxesOf(province).map((name) => (
            <option key={name} value={name}>
              {taxName(name)}
            </option>
          ))}
        </SelectField>
        <NumberField
          label={texts.percent}
          name={texts.percentOf(place)}
          kind={PERCENT}
          value={millionths}
          onChange={(changed) => put({ millionths: changed })}
        />
        <Field
          label={texts.from}
          aria-label={texts.fromOf(place)}
          type="date"
          className="col-span-2"
          value={from}
          onChange={({ target }) => put({ from: target.value })}
        />
        <Field
          label={texts.reason}
          aria-label={texts.reasonOf(place)}
          placeholder={texts.reasonExample}
          className="col-span-2"
          maxLength={200}
          dir="auto"
          value={reason}
          onChange={({ target }) => put({ reason: target.value })}
        />
      </div>
      {problem && <FieldError id={`rate-${index}-error`} message={problem.message} />}
      <RowButtons rows={rows} index={index} name={texts.row(place)} onChange={set} />
    </>
  );
}

const FIRST_RATE: AddedRate = { province: "NS", tax: "HST", millionths: "", from: "", reason: "" };
