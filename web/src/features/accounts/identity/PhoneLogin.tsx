import "./identity.css";
import { useState } from "react";
import { request, type Session, send, unwrapWithDate } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { phoneTexts as texts } from "./AuthLayout.texts.en.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { type CodeExpiry, codeExpiry } from "./code-expiry.ts";
import { COMMON_COUNTRIES, OTHER_COUNTRIES } from "./countries.ts";
import { InlineError } from "./PictureLayout.tsx";
import { internationalNumber, phoneRules } from "./phone-number.ts";

interface PhoneLoginProps {
  logIn: (answer: Promise<Session>) => Promise<void>;
  onBack: () => void;
}

/** Logs in with a code sent to a phone: first the number, then the code. */
export function PhoneLogin({ logIn, onBack }: PhoneLoginProps) {
  const [sent, setSent] = useState<{ phone: string; expiry: CodeExpiry }>();
  const sendCode = async (phone: string) => {
    const { data, at } = await unwrapWithDate(
      request("POST /identity/phone/start", { body: { phone } }),
    );
    setSent({ phone, expiry: codeExpiry(data, at) });
  };
  const form = useApiForm({
    defaultValues: { country: COMMON_COUNTRIES[0]?.name ?? "", number: "" },
    call: ({ country, number }) => sendCode(internationalNumber(country, number)),
    errorsBelow: true,
  });

  if (sent)
    return (
      <CodeForm
        target={<span className="whitespace-nowrap">{sent.phone}</span>}
        expiry={sent.expiry}
        submitLabel={texts.verify}
        onCode={async (code) => {
          const body = { phone: sent.phone, code };
          await logIn(send("POST /identity/phone/verify", { body }));
        }}
        onResend={() => sendCode(sent.phone)}
        otherLabel={texts.otherNumber}
        onOther={() => setSent(undefined)}
      />
    );

  return (
    <form noValidate className="space-y-3" onSubmit={form.submit}>
      <SelectField label={texts.country} autoComplete="country-name" {...form.register("country")}>
        {COMMON_COUNTRIES.map(country)}
        <hr />
        {OTHER_COUNTRIES.map(country)}
      </SelectField>
      <Field
        label={texts.phoneNumber}
        type="tel"
        required
        autoComplete="tel-national"
        maxLength={40}
        {...form.field("number", phoneRules)}
      />
      <Button type="submit" busy={form.busy} className="w-full">
        {texts.sendCode}
      </Button>
      <p className="text-sm text-quiet">
        {texts.oneMessage}{" "}
        <button type="button" className="link-like" onClick={onBack}>
          {texts.useEmail}
        </button>
      </p>
      <InlineError error={form.failure} />
    </form>
  );
}

const country = ({ name, code }: (typeof COMMON_COUNTRIES)[number]) => (
  <option key={name} value={name}>
    {name} ({code})
  </option>
);
