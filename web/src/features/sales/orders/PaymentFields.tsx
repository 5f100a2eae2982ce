import type { ComponentProps } from "react";
import { PAYMENT_METHODS, type PaymentMethod } from "../../../api/payment-methods.ts";
import { today } from "../../../date.ts";
import { Field } from "../../../ui/Field.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { texts } from "./payment-fields.texts.en.ts";

export const MethodOptions = () => (
  <>
    {Object.entries(PAYMENT_METHODS).map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </>
);

interface TypedPayment {
  paymentMethod: PaymentMethod;
  receivedOn: string;
  reference: string;
}

/** Returns the payment without the fields that were left empty. */
export const paymentOf = ({ paymentMethod, receivedOn, reference }: TypedPayment) => ({
  paymentMethod,
  ...(receivedOn && { receivedOn }),
  ...(reference.trim() && { reference }),
});

interface PaymentFieldsProps {
  method: ComponentProps<"select">;
  receivedOn: ComponentProps<"input">;
  reference: ComponentProps<"input">;
}

/** How and when an order was paid without the card provider. */
export const PaymentFields = ({ method, receivedOn, reference }: PaymentFieldsProps) => (
  <div className="grid gap-x-6 sm:grid-cols-2">
    <SelectField label={texts.paidBy} className="mb-5" {...method}>
      <MethodOptions />
    </SelectField>
    <Field label={texts.receivedOn} type="date" max={today()} {...receivedOn} />
    <Field
      label={texts.reference}
      hint={texts.referenceHint}
      autoComplete="off"
      maxLength={100}
      className="sm:col-span-2"
      {...reference}
    />
  </div>
);
