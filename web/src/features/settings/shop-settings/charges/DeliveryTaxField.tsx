import { FieldError } from "../../../../ui/Field.tsx";
import { switched } from "../rows.ts";
import { provinces } from "./provinces.texts.en.ts";
import { DELIVERY_TAXES, type Registration, taxName } from "./taxes.ts";
import { deliveryTax as texts } from "./texts.en.ts";

const CODES = Object.keys(DELIVERY_TAXES) as (keyof typeof DELIVERY_TAXES)[];

interface DeliveryTaxFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  registrations: Registration[];
}

/** Where the provincial tax is on the delivery, if the shop charges it. The setting names those where it is not. */
export const DeliveryTaxField = ({
  label,
  value,
  error,
  onChange,
  registrations,
}: DeliveryTaxFieldProps) => (
  <fieldset className="mb-4 min-w-0">
    <legend className="text-sm font-medium">{label}</legend>
    <p className="mt-1 max-w-prose text-sm text-quiet">{texts.hint}</p>
    {CODES.filter((code) =>
      registrations.some(({ authority }) => authority === DELIVERY_TAXES[code]),
    ).map((code) => (
      <label key={code} className="flex min-h-10 items-center gap-3 py-1.5">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-primary"
          checked={!value.split(" ").includes(code)}
          onChange={({ target }) => onChange(switched(value, code, !target.checked, CODES))}
        />
        {texts.taxTo(taxName(DELIVERY_TAXES[code].slice(3)), provinces.to([code]))}
      </label>
    ))}
    <FieldError id="delivery-tax-error" message={error} />
  </fieldset>
);
