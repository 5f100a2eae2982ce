import { useShop } from "../../../api/shop.ts";
import { Field } from "../../../ui/Field.tsx";
import { AddressParts } from "../../sales/AddressParts.tsx";
import { TimeZoneField } from "../../settings/shop-settings/TimeZoneField.tsx";
import { shopStep as texts } from "./opening.texts.en.tsx";
import { addressLines } from "./opening.ts";
import { SaveStep } from "./SaveStep.tsx";
import { useStepForm } from "./use-step-form.ts";

const POSTAL_CODE = {
  value: /^\s*[a-z]\d[a-z][\s-]*\d[a-z]\d\s*$/i,
  message: texts.postalCodeWrong,
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
      <p className="mb-5 max-w-prose text-quiet">{texts.intro}</p>
      <Field
        label={texts.name}
        maxLength={40}
        autoComplete="organization"
        {...form.field("name", { required: texts.nameMissing })}
      />
      {shop.address && (
        <p className="mb-5 border-l-2 border-rule-strong py-1 pl-4 text-sm text-quiet">
          {texts.addressUntilNow(shop.address.split("\n").join(", "))}
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
        <Field label={texts.email} type="email" autoComplete="email" {...form.field("email")} />
        <Field label={texts.phone} type="tel" autoComplete="tel" {...form.field("phone")} />
      </div>
      <SaveStep form={form} />
    </form>
  );
}
