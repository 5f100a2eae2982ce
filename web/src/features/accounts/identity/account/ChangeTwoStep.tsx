import { useState } from "react";
import { send } from "../../../../api/client.ts";
import { Field } from "../../../../ui/Field.tsx";
import { FormActions } from "../../../../ui/FormActions.tsx";
import { focusFirst } from "../../../../ui/focus-first.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { useApiForm } from "../../../../ui/use-api-form.ts";
import { codeRules, passwordRules } from "../field-rules.ts";
import { useAccountChange } from "./queries.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { twoStepTexts as texts } from "./texts.en.tsx";

interface ChangeTwoStepProps {
  change: "renew" | "turn off";
  isRequired: boolean;
  hasPassword: boolean;
  onClose: () => void;
}

/** New recovery codes, or the end of two-step login. Both take the password and a code. */
export function ChangeTwoStep({ change, isRequired, hasPassword, onClose }: ChangeTwoStepProps) {
  const [codes, setCodes] = useState<string[]>();
  const renewing = useAccountChange((body: { password?: string; code: string }) =>
    send("POST /identity/second-factor/recovery-codes", { body }),
  );
  const turningOff = useAccountChange((body: { password?: string; code: string }) =>
    send("POST /identity/second-factor/remove", { body }),
  );

  const form = useApiForm({
    defaultValues: { password: "", code: "" },
    call: async ({ password, code }) => {
      const body = { code, ...(hasPassword && { password }) };
      if (change === "renew") return setCodes((await renewing.mutateAsync(body)).recoveryCodes);
      await turningOff.mutateAsync(body);
      onClose();
      showToast("success", texts.isOff);
    },
  });

  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <form ref={focusFirst} noValidate className="mt-3 space-y-1" onSubmit={form.submit}>
      <p className="mb-4 text-quiet">
        {change === "renew"
          ? texts.oldCodesStop
          : isRequired
            ? texts.passwordAloneForStaff
            : texts.passwordAlone}
      </p>
      {hasPassword && (
        <Field
          label={texts.yourPassword}
          type="password"
          autoComplete="current-password"
          required
          {...form.field("password", { required: passwordRules.required })}
        />
      )}
      <Field
        label={texts.codeOfAppOrRecovery}
        autoComplete="one-time-code"
        maxLength={20}
        required
        {...form.field("code", { required: codeRules.required })}
      />
      <FormActions
        className="pt-3"
        variant={change === "renew" ? "primary" : "danger"}
        form={form}
        onCancel={onClose}
      >
        {change === "renew" ? texts.makeCodes : texts.turnOff}
      </FormActions>
    </form>
  );
}
