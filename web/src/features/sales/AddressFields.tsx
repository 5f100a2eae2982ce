import "./address-fields.css";
import { type ReactNode, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { ApiError } from "../../api/errors.ts";
import { PROVINCES, type Province } from "../../provinces.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { ProvinceOptions } from "../../ui/ProvinceOptions.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import type { useApiForm } from "../../ui/use-api-form.ts";
import { lacksUnit, type TypedAddress } from "./address.ts";

export interface CheckoutValues {
  address: TypedAddress;
  saveAddress: boolean;
  /** Of a customer without a login. */
  email?: string;
}

export type CheckoutApiForm = UseFormReturn<CheckoutValues> &
  Pick<ReturnType<typeof useApiForm<CheckoutValues, unknown>>, "field">;

interface AddressFieldsProps {
  form: CheckoutApiForm;
  /** Why the place could not be quoted. */
  quoteError: Error | null;
  /** The address is another person's, so the browser fills in nothing. */
  isOfOther?: boolean;
}

/** A warning. The customer may go on. */
const MISSING_UNIT = "The number of the apartment or suite seems to be missing. Please add it.";

const withError = <Props extends { error: string | undefined }>(
  props: Props,
  error: string | undefined,
) => ({ ...props, error: props.error ?? error });

const required = (message: string) => ({ required: message });

/** The parts of an address, as Canada Post names them. Browsers fill them in. */
export function AddressFields({ form, quoteError, isOfOther = false }: AddressFieldsProps) {
  const { control, field, getValues } = form;
  const { province, ...typed } = useWatch({ control, name: "address" });
  const [hasCompany, setHasCompany] = useState(getValues("address.company") !== "");
  const ofPlace = quoteError instanceof ApiError ? quoteError.fields : [];
  const errorOf = (name: string) => ofPlace.find((error) => error.field === name)?.detail;
  const autoComplete = (token: string) => (isOfOther ? "off" : `shipping ${token}`);
  const isMismatch = ofPlace.some(({ code }) => code === "province_mismatch");
  return (
    <div className="checkout-address checkout-clear">
      <Field
        label="Name"
        autoComplete={autoComplete("name")}
        maxLength={120}
        className="checkout-wide"
        {...field("address.name", required("Please enter a name."))}
      />
      {hasCompany ? (
        <Field
          label="Company (optional)"
          autoComplete={autoComplete("organization")}
          maxLength={100}
          className="checkout-wide"
          {...field("address.company")}
        />
      ) : (
        <p className="checkout-wide checkout-fold">
          <Button
            variant="quiet"
            small
            className="px-0 underline underline-offset-4"
            onClick={() => setHasCompany(true)}
          >
            Add a company
          </Button>
        </p>
      )}
      <Field
        label="Street and number"
        autoComplete={autoComplete("address-line1")}
        maxLength={100}
        {...field("address.street", required("Please enter the street and number."))}
      />
      <Field
        label="Unit (optional)"
        autoComplete={autoComplete("address-line2")}
        maxLength={30}
        {...field("address.unit")}
      />
      <p role="status" className="checkout-wide buying-note empty:hidden">
        {lacksUnit(typed) && MISSING_UNIT}
      </p>
      <Field
        label="City"
        autoComplete={autoComplete("address-level2")}
        maxLength={60}
        {...field("address.city", required("Please enter the city."))}
      />
      <Field
        label="Postal code"
        autoComplete={autoComplete("postal-code")}
        autoCapitalize="characters"
        maxLength={20}
        {...withError(
          field("address.postalCode", required("Please enter the postal code.")),
          errorOf("address.postalCode"),
        )}
      />
      <SelectField
        label="Province or territory"
        autoComplete={autoComplete("address-level1")}
        value={province}
        {...withError(
          field("address.province", required("Please choose a province or territory.")),
          isMismatch ? undefined : errorOf("address.province"),
        )}
      >
        <option value="">Please choose</option>
        <ProvinceOptions />
      </SelectField>
      <Field
        label="Phone (optional)"
        type="tel"
        autoComplete={autoComplete("tel")}
        maxLength={60}
        {...field("address.phone")}
      />
      {isMismatch && quoteError instanceof ApiError && (
        <Mismatch
          detail={errorOf("address.province")}
          fitting={quoteError.members.province as Province}
          form={form}
        />
      )}
    </div>
  );
}

interface MismatchProps {
  detail: string | undefined;
  /** The province of the postal code. */
  fitting: Province;
  form: CheckoutApiForm;
}

/** Both ways to correct it, with one press each. */
const Mismatch = ({ detail, fitting, form: { setValue, setFocus } }: MismatchProps): ReactNode => (
  <div role="alert" className="checkout-wide buying-note text-error">
    <p>{detail}</p>
    <p className="mt-2 flex flex-wrap gap-2">
      <Button
        variant="outline"
        small
        data-remedy
        onClick={() => setValue("address.province", fitting, { shouldDirty: true })}
      >
        Change to {PROVINCES[fitting]}
      </Button>
      <Button
        variant="outline"
        small
        onClick={() => {
          setValue("address.postalCode", "", { shouldDirty: true });
          setFocus("address.postalCode");
        }}
      >
        Type the postal code again
      </Button>
    </p>
  </div>
);
