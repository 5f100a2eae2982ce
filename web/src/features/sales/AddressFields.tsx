import "./address-fields.css";
import { type ReactNode, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { ApiError } from "../../api/errors.ts";
import { PROVINCES, type Province } from "../../provinces.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import type { useApiForm } from "../../ui/use-api-form.ts";
import { AddressParts } from "./AddressParts.tsx";
import { texts } from "./address.texts.en.ts";
import { lacksUnit, type TypedAddress } from "./address.ts";

export interface CheckoutValues {
  address: TypedAddress;
  saveAddress: boolean;
  /** The e-mail address of a customer without a login. */
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

/** Whom an order goes to, and where. Browsers fill it in. */
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
        label={texts.name}
        autoComplete={autoComplete("name")}
        maxLength={120}
        className="checkout-wide"
        {...field("address.name", { required: texts.nameNeeded })}
      />
      {hasCompany ? (
        <Field
          label={texts.company}
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
            {texts.addCompany}
          </Button>
        </p>
      )}
      <AddressParts
        field={(part, rules) => {
          const name = `address.${part}` as const;
          const { error, ...props } = field(name, rules);
          const isToldBelow = part === "province" && isMismatch;
          return {
            ...props,
            ...(part === "province" && { value: province }),
            error: error ?? (isToldBelow ? undefined : errorOf(name)),
          };
        }}
        autoComplete={autoComplete}
        note={
          <p role="status" className="checkout-wide buying-note empty:hidden">
            {/* A warning. The customer may go on. */}
            {lacksUnit(typed) && texts.unitMissing}
          </p>
        }
      />
      <Field
        label={texts.phone}
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
        {texts.changeTo(PROVINCES[fitting])}
      </Button>
      <Button
        variant="outline"
        small
        onClick={() => {
          setValue("address.postalCode", "", { shouldDirty: true });
          setFocus("address.postalCode");
        }}
      >
        {texts.typePostalCodeAgain}
      </Button>
    </p>
  </div>
);
