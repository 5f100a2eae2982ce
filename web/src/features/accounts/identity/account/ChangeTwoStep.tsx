import { useState } from "react";
import { useForm } from "react-hook-form";
import { api, unwrap } from "../../../../api/client.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { FormError } from "../../../../ui/FormError.tsx";
import { setFieldErrors } from "../../../../ui/field-errors.ts";
import { focusFirst } from "../../../../ui/focus-first.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { passwordRules } from "../field-rules.ts";
import { useAccountChange } from "./queries.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

interface ChangeTwoStepProps {
  change: "renew" | "turn off";
  isRequired: boolean;
  hasPassword: boolean;
  onClose: () => void;
}

/** New recovery codes, or the end of two-step login. Both take the password and a code. */
export function ChangeTwoStep({ change, isRequired, hasPassword, onClose }: ChangeTwoStepProps) {
  const [codes, setCodes] = useState<string[]>();
  const [error, setError] = useState<Error>();
  const form = useForm({ defaultValues: { password: "", code: "" } });
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting } = formState;
  const renewing = useAccountChange((body: { password?: string; code: string }) =>
    unwrap(api.POST("/identity/second-factor/recovery-codes", { body })),
  );
  const turningOff = useAccountChange((body: { password?: string; code: string }) =>
    unwrap(api.POST("/identity/second-factor/remove", { body })),
  );

  const submit = handleSubmit(async ({ password, code }) => {
    setError(undefined);
    const body = { code, ...(hasPassword && { password }) };
    try {
      if (change === "renew") {
        setCodes((await renewing.mutateAsync(body)).recoveryCodes);
      } else {
        await turningOff.mutateAsync(body);
        onClose();
        showToast("success", "Two-step login is off");
      }
    } catch (error) {
      if (!setFieldErrors(error, form)) setError(error as Error);
    }
  });

  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <form
      ref={focusFirst}
      noValidate
      className="mt-3 space-y-1"
      onSubmit={(event) => void submit(event)}
    >
      <p className="mb-4 text-quiet">
        {change === "renew"
          ? "Your old recovery codes stop working."
          : isRequired
            ? "Your password alone then logs you in, but you cannot open your pages of the shop until you turn it on again."
            : "Your password alone then logs you in."}
      </p>
      {hasPassword && (
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...register("password", { required: passwordRules.required })}
        />
      )}
      <Field
        label="Code from your app, or a recovery code"
        autoComplete="one-time-code"
        maxLength={20}
        required
        error={errors.code?.message}
        {...register("code", { required: "Code is required" })}
      />
      <div role="alert" className="text-error">
        {error && <FormError error={error} />}
      </div>
      <div className="flex flex-wrap justify-end gap-3 pt-3">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant={change === "renew" ? "primary" : "danger"}
          busy={isSubmitting}
        >
          {change === "renew" ? "Make new codes" : "Turn off"}
        </Button>
      </div>
    </form>
  );
}
