import type { ReactNode } from "react";
import { Field } from "../../ui/Field.tsx";
import { ProvinceOptions } from "../../ui/ProvinceOptions.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { texts } from "./address.texts.en.ts";

type AddressPart = "street" | "unit" | "city" | "postalCode" | "province";

interface AddressPartsProps<Props> {
  /** The properties of a part's field. */
  field: (part: AddressPart, rules?: { required: string }) => Props;
  autoComplete: (token: string) => string;
  /** A note below the street. */
  note?: ReactNode;
}

/** A Canadian address, as Canada Post names its parts. */
export const AddressParts = <Props extends { name: string; error: string | undefined }>({
  field,
  autoComplete,
  note,
}: AddressPartsProps<Props>) => (
  <>
    <Field
      label={texts.street}
      autoComplete={autoComplete("address-line1")}
      maxLength={100}
      {...field("street", { required: texts.streetNeeded })}
    />
    <Field
      label={texts.unit}
      autoComplete={autoComplete("address-line2")}
      maxLength={30}
      {...field("unit")}
    />
    {note}
    <Field
      label={texts.city}
      autoComplete={autoComplete("address-level2")}
      maxLength={60}
      {...field("city", { required: texts.cityNeeded })}
    />
    <Field
      label={texts.postalCode}
      autoComplete={autoComplete("postal-code")}
      autoCapitalize="characters"
      maxLength={20}
      {...field("postalCode", { required: texts.postalCodeNeeded })}
    />
    <SelectField
      label={texts.province}
      autoComplete={autoComplete("address-level1")}
      {...field("province", { required: texts.provinceNeeded })}
    >
      <option value="">{texts.chooseProvince}</option>
      <ProvinceOptions />
    </SelectField>
  </>
);
