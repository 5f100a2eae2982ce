import { lazy, Suspense, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { api, unwrap } from "../../../../api/client.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { FormError } from "../../../../ui/FormError.tsx";
import { setFieldErrors } from "../../../../ui/field-errors.ts";
import { focusFirst } from "../../../../ui/focus-first.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { codeDigits, codeRules, passwordRules } from "../field-rules.ts";
import { useAccountChange } from "./queries.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

const QrCode = lazy(() => import("./QrCode.tsx"));

interface SetUpTwoStepProps {
  hasPassword: boolean;
  onClose: () => void;
}

/** The password, then the app's first code, then the recovery codes. */
export function SetUpTwoStep({ hasPassword, onClose }: SetUpTwoStepProps) {
  const [secret, setSecret] = useState<AppSecret>();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  if (secret) return <ConfirmForm secret={secret} onConfirmed={setCodes} onClose={onClose} />;
  return <BeginForm hasPassword={hasPassword} onSecret={setSecret} onClose={onClose} />;
}

interface AppSecret {
  secret: string;
  uri: string;
}

interface BeginFormProps extends SetUpTwoStepProps {
  onSecret: (secret: AppSecret) => void;
}

function BeginForm({ hasPassword, onSecret, onClose }: BeginFormProps) {
  const [error, setError] = useState<Error>();
  const form = useForm({ defaultValues: { password: "" } });
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting } = formState;

  const begin = handleSubmit(async ({ password }) => {
    setError(undefined);
    try {
      const body = hasPassword ? { password } : {};
      onSecret(await unwrap(api.POST("/identity/second-factor", { body })));
    } catch (error) {
      if (!setFieldErrors(error, form)) setError(error as Error);
    }
  });

  return (
    <form
      ref={focusFirst}
      noValidate
      className="mt-3 space-y-1"
      onSubmit={(event) => void begin(event)}
    >
      <p className="mb-4 text-quiet">
        You need an authenticator app on your phone. Many password managers are one, too.
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
      <div role="alert" className="text-error">
        {error && <FormError error={error} />}
      </div>
      <div className="flex flex-wrap justify-end gap-3 pt-3">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting}>
          Continue
        </Button>
      </div>
    </form>
  );
}

interface ConfirmFormProps {
  secret: AppSecret;
  onConfirmed: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

function ConfirmForm({ secret, onConfirmed, onClose }: ConfirmFormProps) {
  const [error, setError] = useState<Error>();
  const form = useForm({ defaultValues: { code: "" } });
  const { register, handleSubmit, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  const confirming = useAccountChange((body: { code: string }) =>
    unwrap(api.POST("/identity/second-factor/confirm", { body })),
  );

  // The form before had the focus.
  useEffect(() => setFocus("code"), [setFocus]);

  const confirm = handleSubmit(async ({ code }) => {
    setError(undefined);
    try {
      const { recoveryCodes } = await confirming.mutateAsync({ code: codeDigits(code) });
      showToast("success", "Two-step login is on");
      onConfirmed(recoveryCodes);
    } catch (error) {
      if (!setFieldErrors(error, form)) setError(error as Error);
    }
  });

  return (
    <form noValidate className="mt-3 space-y-1" onSubmit={(event) => void confirm(event)}>
      <p className="text-quiet">
        Scan this with your app, or{" "}
        <a href={secret.uri} className="link-like">
          open the app on this device
        </a>
        .
      </p>
      <div className="my-4 size-48 bg-white">
        <Suspense>
          <QrCode value={secret.uri} />
        </Suspense>
      </div>
      <p className="text-sm text-quiet">Or type this secret into it:</p>
      <p className="mb-4 wrap-anywhere select-all">
        <code>{secret.secret.match(/.{4}/g)?.join(" ")}</code>
      </p>
      <Field
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
        error={errors.code?.message}
        {...register("code", codeRules)}
      />
      <div role="alert" className="text-error">
        {error && <FormError error={error} />}
      </div>
      <div className="flex flex-wrap justify-end gap-3 pt-3">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting}>
          Turn on
        </Button>
      </div>
    </form>
  );
}
