import { useShop } from "../../../api/shop.ts";
import { Field } from "../../../ui/Field.tsx";
import { ProvinceOptions } from "../../../ui/ProvinceOptions.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { TimeZoneField } from "../../settings/shop-settings/TimeZoneField.tsx";
import { addressLines } from "./opening.ts";
import { SaveStep } from "./SaveStep.tsx";
import { useStepForm } from "./use-step-form.ts";

const required = (message: string) => ({ required: message });

/** Who customers buy from, and where the shop is. Taxes follow its province. */
export function ShopStep() {
  const shop = useShop();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const form = useStepForm({
    defaultValues: {
      name: shop.name === "Trowel" ? "" : shop.name,
      street: "",
      unit: "",
      city: "",
      postalCode: "",
      homeProvince: "",
      email: shop.email,
      phone: shop.phone,
      timeZone,
    },
    change: ({ street, unit, city, postalCode, ...typed }) => ({
      ...typed,
      address: addressLines({ street, unit, city, postalCode, province: typed.homeProvince }),
    }),
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <p className="mb-5 max-w-prose text-quiet">
        Customers read it on your pages, receipts and packing slips. Your shop is in Canada, and
        taxes follow its province.
      </p>
      <Field
        label="Name of the shop"
        maxLength={40}
        autoComplete="organization"
        {...form.field("name", required("Please enter a name."))}
      />
      {shop.address && (
        <p className="mb-5 border-l-2 border-rule-strong py-1 pl-4 text-sm text-quiet">
          Until now your address is: {shop.address.split("\n").join(", ")}
        </p>
      )}
      <div className="way-fields">
        <Field
          label="Street and number"
          autoComplete="address-line1"
          maxLength={100}
          {...form.field("street", required("Please enter the street and number."))}
        />
        <Field
          label="Unit (optional)"
          autoComplete="address-line2"
          maxLength={30}
          {...form.field("unit")}
        />
        <Field
          label="City"
          autoComplete="address-level2"
          maxLength={60}
          {...form.field("city", required("Please enter the city."))}
        />
        <Field
          label="Postal code"
          autoComplete="postal-code"
          autoCapitalize="characters"
          maxLength={20}
          {...form.field("postalCode", {
            required: "Please enter the postal code.",
            pattern: {
              value: /^\s*[a-z]\d[a-z][\s-]*\d[a-z]\d\s*$/i,
              message: "Please enter a Canadian postal code, like B3J 1A1.",
            },
          })}
        />
        <SelectField
          label="Province or territory"
          autoComplete="address-level1"
          className="mb-5"
          {...form.field("homeProvince", required("Please choose a province or territory."))}
        >
          <option value="">Please choose</option>
          <ProvinceOptions />
        </SelectField>
        <TimeZoneField chosen={timeZone} {...form.register("timeZone")} />
        <Field
          label="E-mail for customers (optional)"
          type="email"
          autoComplete="email"
          {...form.field("email")}
        />
        <Field
          label="Phone for customers (optional)"
          type="tel"
          autoComplete="tel"
          {...form.field("phone")}
        />
      </div>
      <SaveStep form={form} />
    </form>
  );
}
