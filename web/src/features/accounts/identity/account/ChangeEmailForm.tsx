import { useState } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { FormFailure } from "../../../../ui/FormActions.tsx";
import { useApiForm } from "../../../../ui/use-api-form.ts";
import { emailRules, passwordRules } from "../field-rules.ts";
import { askForEmailChange } from "./queries.ts";
import { emailTexts as texts } from "./texts.en.tsx";

/** Asks for a link to the new address. The address changes when the link is opened. */
export function ChangeEmailForm({ hasPassword }: { hasPassword: boolean }) {
  const [askedFor, setAskedFor] = useState<string>();
  const form = useApiForm({
    defaultValues: { email: "", password: "" },
    call: async ({ email, password }) => {
      setAskedFor(undefined);
      await askForEmailChange({ email, ...(hasPassword && { password }) });
      return email;
    },
    done: (email): void => {
      form.reset();
      setAskedFor(email);
    },
  });

  return (
    <form noValidate className="mt-6 max-w-sm space-y-1" onSubmit={form.submit}>
      <Field
        label={texts.newEmail}
        type="email"
        required
        autoComplete="email"
        {...form.field("email", emailRules)}
      />
      {hasPassword && (
        <Field
          label={texts.yourPassword}
          type="password"
          required
          autoComplete="current-password"
          {...form.field("password", { required: passwordRules.required })}
        />
      )}
      <Button type="submit" variant="outline" busy={form.busy}>
        {texts.change}
      </Button>
      <p role="status" className="pt-3 text-sm empty:pt-0">
        {askedFor && texts.changeAsked(askedFor)}
      </p>
      <FormFailure form={form} className="pt-3 text-sm empty:pt-0" />
      <p className="pt-3 text-sm text-quiet">{texts.ordersKeepIt}</p>
    </form>
  );
}
