import { useState } from "react";
import { useForm } from "react-hook-form";
import { api, type Session, unwrap, unwrapWithDate } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
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
  const form = useForm({
    defaultValues: { country: COMMON_COUNTRIES[0]?.name ?? "", number: "" },
  });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;

  const send = async (phone: string) => {
    const { data, at } = await unwrapWithDate(
      api.POST("/identity/phone/start", { body: { phone } }),
    );
    setSent({ phone, expiry: codeExpiry(data, at) });
  };

  const start = handleSubmit(async ({ country, number }) => {
    try {
      await send(internationalNumber(country, number));
    } catch (error) {
      setError("root", { message: errorMessage(error) });
    }
  });

  if (sent)
    return (
      <CodeForm
        target={<span className="whitespace-nowrap">{sent.phone}</span>}
        expiry={sent.expiry}
        submitLabel="Verify and continue"
        onCode={async (code) => {
          const body = { phone: sent.phone, code };
          await logIn(unwrap(api.POST("/identity/phone/verify", { body })));
        }}
        onResend={() => send(sent.phone)}
        otherLabel="Use another number"
        onOther={() => setSent(undefined)}
      />
    );

  return (
    <form noValidate className="space-y-3" onSubmit={(event) => void start(event)}>
      <SelectField label="Country" autoComplete="country-name" {...register("country")}>
        {COMMON_COUNTRIES.map(country)}
        <hr />
        {OTHER_COUNTRIES.map(country)}
      </SelectField>
      <Field
        label="Phone number"
        type="tel"
        required
        autoComplete="tel-national"
        maxLength={40}
        error={errors.number?.message}
        {...register("number", phoneRules)}
      />
      <Button type="submit" busy={isSubmitting} className="w-full">
        Send me a code
      </Button>
      <p className="text-sm text-quiet">
        We send one text message with a code.{" "}
        <button type="button" className="link-like" onClick={onBack}>
          Use e-mail and password instead
        </button>
      </p>
      <InlineError message={errors.root?.message} />
    </form>
  );
}

const country = ({ name, code }: (typeof COMMON_COUNTRIES)[number]) => (
  <option key={name} value={name}>
    {name} ({code})
  </option>
);
