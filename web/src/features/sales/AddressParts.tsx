import type { ReactNode } from "react";
import { Field } from "../../ui/Field.tsx";
import { ProvinceOptions } from "../../ui/ProvinceOptions.tsx";
import { SelectField } from "../../ui/SelectField.tsx";

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
      label="Street and number"
      autoComplete={autoComplete("address-line1")}
      maxLength={100}
      {...field("street", { required: "Please enter the street and number." })}
    />
    <Field
      label="Unit (optional)"
      autoComplete={autoComplete("address-line2")}
      maxLength={30}
      {...field("unit")}
    />
    {note}
    <Field
      label="City"
      autoComplete={autoComplete("address-level2")}
      maxLength={60}
      {...field("city", { required: "Please enter the city." })}
    />
    <Field
      label="Postal code"
      autoComplete={autoComplete("postal-code")}
      autoCapitalize="characters"
      maxLength={20}
      {...field("postalCode", { required: "Please enter the postal code." })}
    />
    <SelectField
      label="Province or territory"
      autoComplete={autoComplete("address-level1")}
      {...field("province", { required: "Please choose a province or territory." })}
    >
      <option value="">Please choose</option>
      <ProvinceOptions />
    </SelectField>
  </>
);
