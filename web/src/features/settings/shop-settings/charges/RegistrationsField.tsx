import { Button } from "../../../../ui/Button.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { SelectField } from "../../../../ui/SelectField.tsx";
import { type ChargeRow, ChargeRowsField, type RowsSettingProps } from "./ChargeRowsField.tsx";
import { RowButtons } from "./RowButtons.tsx";
import { topMember } from "./rows.ts";
import { AUTHORITIES, type Authority, type Registration } from "./taxes.ts";
import { registrations as texts } from "./texts.en.ts";

/** Where the shop is registered, one registration a row. */
export const RegistrationsField = (setting: RowsSettingProps<Registration>) => (
  <ChargeRowsField<Registration>
    {...setting}
    errorId="registrations-error"
    hint={texts.hint}
    emptyHint={texts.emptyHint}
    renderRow={registrationRow}
    renderAdd={(rows, set) => {
      const free = authorities.find((name) => rows.every(({ authority }) => authority !== name));
      const authority: Authority = free ?? "GST/HST";
      const added = { authority, number: "", from: "", until: null };
      return (
        <Button variant="outline" small onClick={() => set([...rows, added])}>
          {texts.add}
        </Button>
      );
    }}
  />
);

function registrationRow({ row, rows, index, problem, put, set }: ChargeRow<Registration>) {
  const { authority, number, from, until } = row;
  const place = index + 1;
  const member = topMember(problem);
  const isOfDay = member === "from" || member === "until";
  return (
    <>
      <div className="grid grid-cols-2 gap-x-4">
        <SelectField
          label={texts.tax}
          aria-label={texts.taxOf(place)}
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
          label={texts.number}
          aria-label={texts.numberOf(place)}
          autoComplete="off"
          className="col-span-2 sm:col-span-1"
          maxLength={40}
          placeholder={AUTHORITIES[authority].example}
          value={number}
          error={isOfDay ? undefined : problem?.message}
          onChange={({ target }) => put({ number: target.value })}
        />
        <Field
          label={texts.from}
          aria-label={texts.fromOf(place)}
          type="date"
          value={from}
          error={member === "from" ? problem?.message : undefined}
          onChange={({ target }) => put({ from: target.value })}
        />
        <Field
          label={texts.until}
          aria-label={texts.untilOf(place)}
          type="date"
          value={until ?? ""}
          error={member === "until" ? problem?.message : undefined}
          onChange={({ target }) => put({ until: target.value || null })}
        />
      </div>
      <RowButtons rows={rows} index={index} name={texts.row(place)} onChange={set} />
    </>
  );
}

const authorities = Object.keys(AUTHORITIES) as Authority[];
