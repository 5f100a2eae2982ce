import { useShop } from "../../../api/shop.ts";
import { Field } from "../../../ui/Field.tsx";
import { AddressParts } from "../../sales/AddressParts.tsx";
import { TimeZoneField } from "../../settings/shop-settings/TimeZoneField.tsx";
import { addressLines } from "./opening.ts";
import { SaveStep } from "./SaveStep.tsx";
import { useStepForm } from "./use-step-form.ts";

const POSTAL_CODE = {
  value: /^\s*[a-z]\d[a-z][\s-]*\d[a-z]\d\s*$/i,
  message: "Please enter a Canadian postal code, like B3J 1A1.",
};

/** Who customers buy from, and where the shop is. Taxes follow its province. */
export function ShopStep() {
  const shop = useShop();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const form = useStepForm({
    step: "shop",
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
        {...form.field("name", { required: "Please enter a name." })}
      />
      {shop.address && (
        <p className="mb-5 border-l-2 border-rule-strong py-1 pl-4 text-sm text-quiet">
          Until now your address is: {shop.address.split("\n").join(", ")}
        </p>
      )}
      <div className="way-fields">
        <AddressParts
          field={(part, rules) =>
            part === "province"
              ? { className: "mb-5", ...form.field("homeProvince", rules) }
              : form.field(part, {
                  ...rules,
                  ...(part === "postalCode" && { pattern: POSTAL_CODE }),
                })
          }
          autoComplete={(token) => token}
        />
        <TimeZoneField className="mb-5" chosen={timeZone} {...form.register("timeZone")} />
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
