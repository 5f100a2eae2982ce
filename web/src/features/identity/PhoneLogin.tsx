import { useState } from "react";
import { useForm } from "react-hook-form";
import { answer, answerDated, api, type Session } from "../../api/client.ts";
import { sentence } from "../../api/error-messages.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { type Sending, sendingOf } from "./code-expiry.ts";
import { FAR, NEAR } from "./countries.ts";
import { FormError } from "./PictureLayout.tsx";
import { internationalNumber, phoneRules } from "./phone-number.ts";
import { SelectField } from "./SelectField.tsx";

interface PhoneSignInProps {
  onSession: (session: Session) => Promise<void>;
  /** Back to e-mail and password. */
  onBack: () => void;
}

/** Signing in with a code that is sent to one's phone: first the number, then the code. */
export function PhoneSignIn({ onSession, onBack }: PhoneSignInProps) {
  const [sent, setSent] = useState<{ phone: string; sending: Sending }>();
  const form = useForm({ defaultValues: { country: NEAR[0]?.name ?? "", number: "" } });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;

  const send = async (phone: string) => {
    const { data, at } = await answerDated(api.POST("/identity/phone/start", { body: { phone } }));
    setSent({ phone, sending: sendingOf(data, at) });
  };

  const start = handleSubmit(async ({ country, number }) => {
    try {
      await send(internationalNumber(country, number));
    } catch (error) {
      setError("root", { message: sentence(error) });
    }
  });

  if (sent)
    return (
      <CodeForm
        target={<span className="whitespace-nowrap">{sent.phone}</span>}
        sending={sent.sending}
        submit="Verify and go on"
        onCode={async (code) => {
          const body = { phone: sent.phone, code };
          await onSession(await answer(api.POST("/identity/phone/verify", { body })));
        }}
        onResend={() => send(sent.phone)}
        other="Use another number"
        onOther={() => setSent(undefined)}
      />
    );

  return (
    <form noValidate className="space-y-3" onSubmit={(event) => void start(event)}>
      <SelectField label="Country" autoComplete="country-name" {...register("country")}>
        {NEAR.map(country)}
        <hr />
        {FAR.map(country)}
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
      <FormError message={errors.root?.message} />
    </form>
  );
}

const country = ({ name, code }: (typeof NEAR)[number]) => (
  <option key={name} value={name}>
    {name} ({code})
  </option>
);
