import { Button } from "../../../../ui/Button.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { SelectField } from "../../../../ui/SelectField.tsx";
import { type ChargeRow, ChargeRowsField, type RowsSettingProps } from "./ChargeRowsField.tsx";
import { RowButtons } from "./RowButtons.tsx";
import { topMember } from "./rows.ts";
import { AUTHORITIES, type Authority, type Registration } from "./taxes.ts";

/** Where the shop is registered, one registration a row. */
export const RegistrationsField = (setting: RowsSettingProps<Registration>) => (
  <ChargeRowsField<Registration>
    {...setting}
    errorId="registrations-error"
    hint="The shop charges the taxes that you are registered for on the day of the sale, and prints the number."
    emptyHint="Not registered for GST/HST? Leave this empty; your shop charges no tax."
    renderRow={registrationRow}
    renderAdd={(rows, set) => {
      const free = authorities.find((name) => rows.every(({ authority }) => authority !== name));
      const authority: Authority = free ?? "GST/HST";
      const added = { authority, number: "", from: "", until: null };
      return (
        <Button variant="outline" small onClick={() => set([...rows, added])}>
          Add a registration
        </Button>
      );
    }}
  />
);

function registrationRow({ row, rows, index, problem, put, set }: ChargeRow<Registration>) {
  const { authority, number, from, until } = row;
  const place = `Registration ${index + 1}`;
  const member = topMember(problem);
  const isOfDay = member === "from" || member === "until";
  return (
    <>
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
          error={isOfDay ? undefined : problem?.message}
          onChange={({ target }) => put({ number: target.value })}
        />
        <Field
          label="First day"
          aria-label={`${place}: first day`}
          type="date"
          value={from}
          error={member === "from" ? problem?.message : undefined}
          onChange={({ target }) => put({ from: target.value })}
        />
        <Field
          label="End date (optional)"
          aria-label={`${place}: end date (optional)`}
          type="date"
          value={until ?? ""}
          error={member === "until" ? problem?.message : undefined}
          onChange={({ target }) => put({ until: target.value || null })}
        />
      </div>
      <RowButtons rows={rows} index={index} name={place.toLowerCase()} onChange={set} />
    </>
  );
}

const authorities = Object.keys(AUTHORITIES) as Authority[];
