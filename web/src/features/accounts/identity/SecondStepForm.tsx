import "./identity.css";
import { useEffect, useState } from "react";
import { send } from "../../../api/client.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { codeRules } from "./field-rules.ts";
import { texts } from "./LoginPage.texts.en.ts";
import { InlineError, PictureLayout } from "./PictureLayout.tsx";
import type { LoginFlow } from "./use-login.ts";

/** The second step of a login: a code of the authenticator app, or a recovery code. */
export function SecondStepForm({ login }: { login: LoginFlow }) {
  const [byRecoveryCode, setByRecoveryCode] = useState(false);
  const form = useApiForm({
    defaultValues: { code: "" },
    call: async (body) => {
      let warning: string | undefined;
      const signIn = async () => {
        const { passwordWarning, ...session } = await send("POST /identity/second-factor/sign-in", {
          body,
        });
        warning = passwordWarning;
        return session;
      };
      await login.logIn(signIn());
      if (warning) showToast("warning", warning);
    },
    errorsBelow: true,
    failed: (): void => setFocus("code", { shouldSelect: true }),
  });
  const { setFocus, resetField } = form;

  // The field has the focus also after the switch to the other kind of code.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the kind of code changes the field
  useEffect(() => setFocus("code"), [setFocus, byRecoveryCode]);

  return (
    <PictureLayout title={texts.title}>
      <form noValidate className="mt-8 space-y-3" onSubmit={form.submit}>
        <p>{byRecoveryCode ? texts.enterRecoveryCode : texts.enterCode}</p>
        <Field
          label={byRecoveryCode ? texts.recoveryCode : texts.code}
          required
          inputMode={byRecoveryCode ? "text" : "numeric"}
          autoComplete={byRecoveryCode ? "off" : "one-time-code"}
          maxLength={20}
          className="code-field"
          {...form.field("code", { required: codeRules.required })}
        />
        <Button type="submit" busy={form.busy} className="w-full">
          {texts.logIn}
        </Button>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
          <button
            type="button"
            className="link-like py-2"
            onClick={() => {
              resetField("code");
              setByRecoveryCode(!byRecoveryCode);
            }}
          >
            {byRecoveryCode ? texts.useApp : texts.useRecoveryCode}
          </button>
          <AppLink to={paths.login} state={{ from: login.from }} className="link-like py-2">
            {texts.startAgain}
          </AppLink>
        </div>
        <InlineError error={form.failure} />
      </form>
    </PictureLayout>
  );
}
