import { expect, test } from "vitest";
import type { SettingName } from "./features/settings/shop-settings/setting-texts.ts";
import {
  entriesOf,
  SECTIONS,
  type SettingsSection,
} from "./features/settings/shop-settings/settings-sections.ts";

interface Schema {
  maxLength?: number;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
}

const SOURCES = import.meta.glob<string>(["./features/**/*.tsx", "!./features/**/*.test.tsx"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const [document] = Object.values(
  import.meta.glob<{ components: { schemas: Record<string, Schema> } }>("../../openapi.json", {
    import: "default",
    eager: true,
  }),
);

const lengthOf = (schema: string, member: string) =>
  [document?.components.schemas[schema]]
    .flatMap((it) => [it, ...(it?.allOf ?? [])])
    .map((it) => it?.properties?.[member]?.maxLength)
    .find((it) => it !== undefined);

/** The API has no length for it: a number, a search, a code of digits, or several values in one field. */
const OWN = undefined;

/** The members of the fields with a length, in the order of the file. */
const FIELDS: Record<string, (string | undefined)[]> = {
  "sales/AddressFields.tsx": ["Address.name", "Address.company", "Address.phone"],
  "sales/AddressParts.tsx": [
    "Address.street",
    "Address.unit",
    "Address.city",
    "Address.postalCode",
  ],
  "sales/orders/ShipWithTracking.tsx": ["ShipOrderBody.trackingNumber"],
  "sales/orders/FindOne.tsx": [OWN],
  "sales/orders/PurchaseForm.tsx": ["PlaceOrderBody.address", "PlaceOrderBody.phone"],
  "sales/orders/NewCustomerForm.tsx": ["EnterPurchaseBody.customerName"],
  "sales/orders/RefundDialog.tsx": [OWN, "PurchaseRefundBody.reason", "RecordedRefundBody.note"],
  "sales/orders/use-tracking.tsx": [
    "ChangeTrackingBody.trackingNumber",
    "ChangeTrackingBody.trackingUrl",
  ],
  "sales/orders/PaymentFields.tsx": ["RecordPaymentBody.reference"],
  "sales/CodeField.tsx": ["BasketCodeBody.code"],
  "sales/basket/BasketSum.tsx": ["QuoteAddress.postalCode"],
  "sales/payments/checkout/SendLinkForm.tsx": [OWN],
  "sales/payments/checkout/GuestEmail.tsx": [OWN],
  "settings/email-texts/EmailTextsEditorPage.tsx": [
    "EmailTextsChange.subject",
    "EmailTextsChange.opening",
  ],
  "settings/posts/EditPostPage.tsx": ["PostBody.title", "PostBody.text", "PostBody.pictureAlt"],
  "settings/redirects/RedirectsPage.tsx": ["RedirectBody.path", "RedirectBody.target"],
  "settings/shop-settings/charges/RegistrationsField.tsx": ["TaxRegistration.number"],
  "settings/shop-settings/charges/DeliveryMethodFields.tsx": [
    "DeliveryMethod.name",
    "DeliveryMethod.frenchName",
    "DeliveryMethod.text",
    "DeliveryMethod.frenchText",
    OWN,
  ],
  "settings/shop-settings/charges/NumberField.tsx": [OWN],
  "settings/shop-settings/charges/AddedRatesField.tsx": ["AddedRate.reason"],
  "settings/shop-settings/codes/CodeDialog.tsx": ["DiscountCodeBody.code", OWN, OWN, OWN],
  "settings/webhooks/WebhookDialog.tsx": ["WebhookBody.url"],
  "back-office/today/TaxStep.tsx": ["TaxRegistration.number"],
  "back-office/today/ShopStep.tsx": ["ShopSettingsChange.name"],
  "back-office/today/PaymentStep.tsx": ["ShopSettingsChange.howToPay"],
  "site/layout/SiteHeader.tsx": [OWN],
  "catalogue/listing/ToolFilters.tsx": [OWN],
  "catalogue/CategoryDialog.tsx": ["CategoryBody.name", "CategoryBody.frenchName"],
  // Its rule says what is too long.
  "catalogue/tools/ToolForm.tsx": [OWN],
  "accounts/identity/SecondStepForm.tsx": [OWN],
  "accounts/identity/account/ChangeTwoStep.tsx": [OWN],
  "accounts/identity/account/SetUpTwoStep.tsx": [OWN],
  "accounts/identity/CodeForm.tsx": [OWN],
  "accounts/identity/PhoneLogin.tsx": [OWN],
  "accounts/api-keys/NewApiKeyDialog.tsx": ["NewApiKeyBody.name"],
};

test("each field takes as many characters as the API", () => {
  const found: Record<string, [string, number][]> = {};
  const expected: typeof found = {};
  for (const [path, source] of Object.entries(SOURCES)) {
    const file = path.slice("./features/".length);
    const lengths = [...source.matchAll(/maxLength=\{([\d_]+)\}/g)].map(([, digits = ""]) =>
      Number(digits.replaceAll("_", "")),
    );
    if (lengths.length === 0 && !FIELDS[file]) continue;
    const members = FIELDS[file] ?? [];
    const name = (index: number) => members[index] ?? (index < members.length ? "own" : "no row");
    found[file] = lengths.map((length, index) => [name(index), length]);
    expected[file] = members.map((member, index) => {
      const [schema = "", property = ""] = member?.split(".") ?? [];
      return [name(index), (member ? lengthOf(schema, property) : lengths[index]) ?? -1];
    });
  }
  expect(found).toEqual(expected);
});

test("each setting takes as many characters as the API", () => {
  const isText = (name: SettingName) => lengthOf("ShopSettingsChange", name) !== undefined;
  const fields = Object.values<SettingsSection>(SECTIONS).flatMap(entriesOf);
  const texts = fields.filter(([name]) => isText(name));
  expect(texts.length).toBeGreaterThan(15);
  // SettingsFields has the same defaults.
  expect(texts.map(([name, { max, rows }]) => [name, max ?? (rows ? 400 : 200)])).toEqual(
    texts.map(([name]) => [name, lengthOf("ShopSettingsChange", name)]),
  );
});
