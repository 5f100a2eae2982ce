import "../identity.css";
import { lazy, Suspense, useEffect, useState } from "react";
import { send } from "../../../../api/client.ts";
import { Field } from "../../../../ui/Field.tsx";
import { FormActions } from "../../../../ui/FormActions.tsx";
import { focusFirst } from "../../../../ui/focus-first.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { useApiForm } from "../../../../ui/use-api-form.ts";
import { codeDigits, codeRules, passwordRules } from "../field-rules.ts";
import { useAccountChange } from "./queries.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

import { twoStepTexts as texts } from "./texts.en.tsx";

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
  const form = useApiForm({
    defaultValues: { password: "" },
    call: ({ password }) =>
      send("POST /identity/second-factor", { body: hasPassword ? { password } : {} }),
    done: onSecret,
  });

  return (
    <form ref={focusFirst} noValidate className="mt-3 space-y-1" onSubmit={form.submit}>
      <p className="mb-4 text-quiet">{texts.appNeeded}</p>
      {hasPassword && (
        <Field
          label={texts.yourPassword}
          type="password"
          autoComplete="current-password"
          required
          {...form.field("password", { required: passwordRules.required })}
        />
      )}
      <FormActions className="pt-3" form={form} onCancel={onClose}>
        {texts.continue}
      </FormActions>
    </form>
  );
}

interface ConfirmFormProps {
  secret: AppSecret;
  onConfirmed: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

function ConfirmForm({ secret, onConfirmed, onClose }: ConfirmFormProps) {
  const confirming = useAccountChange((body: { code: string }) =>
    send("POST /identity/second-factor/confirm", { body }),
  );

  const form = useApiForm({
    defaultValues: { code: "" },
    call: ({ code }) => confirming.mutateAsync({ code: codeDigits(code) }),
    done: ({ recoveryCodes }) => {
      showToast("success", texts.isOn);
      onConfirmed(recoveryCodes);
    },
  });
  const { setFocus } = form;

  // The form before had the focus.
  useEffect(() => setFocus("code"), [setFocus]);

  return (
    <form noValidate className="mt-3 space-y-1" onSubmit={form.submit}>
      <p className="text-quiet">
        {texts.scan((text) => (
          <a href={secret.uri} className="link-like">
            {text}
          </a>
        ))}
      </p>
      <div className="my-4 size-48 bg-white">
        <Suspense>
          <QrCode value={secret.uri} />
        </Suspense>
      </div>
      <p className="text-sm text-quiet">{texts.typeSecret}</p>
      <p className="mb-4 wrap-anywhere select-all">
        <code>{secret.secret.match(/.{4}/g)?.join(" ")}</code>
      </p>
      <Field
        label={texts.codeOfApp}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
        {...form.field("code", codeRules)}
      />
      <FormActions className="pt-3" form={form} onCancel={onClose}>
        {texts.turnOn}
      </FormActions>
    </form>
  );
}
