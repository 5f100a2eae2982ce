import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { api, unwrap } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { InlineError, PictureLayout } from "./PictureLayout.tsx";
import type { LoginFlow } from "./use-login.ts";

/** The second step of a login: a code of the authenticator app, or a recovery code. */
export function SecondStepForm({ login }: { login: LoginFlow }) {
  const [byRecoveryCode, setByRecoveryCode] = useState(false);
  const form = useForm({ defaultValues: { code: "" } });
  const { register, handleSubmit, setError, setFocus, resetField, formState } = form;
  const { errors, isSubmitting } = formState;

  // Also after the switch to the other kind of code.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the kind of code changes the field
  useEffect(() => setFocus("code"), [setFocus, byRecoveryCode]);

  const verify = handleSubmit(async (body) => {
    try {
      let warning: string | undefined;
      const signIn = async () => {
        const { passwordWarning, ...session } = await unwrap(
          api.POST("/identity/second-factor/sign-in", { body }),
        );
        warning = passwordWarning;
        return session;
      };
      await login.logIn(signIn());
      if (warning) showToast("warning", warning);
    } catch (error) {
      setError("root", { message: errorMessage(error) });
      setFocus("code", { shouldSelect: true });
    }
  });

  return (
    <PictureLayout title="Login">
      <form noValidate className="mt-8 space-y-3" onSubmit={(event) => void verify(event)}>
        <p>
          {byRecoveryCode
            ? "Enter one of the recovery codes that you kept. Each works once."
            : "Enter the code that your authenticator app shows."}
        </p>
        <Field
          label={byRecoveryCode ? "Recovery code" : "Code"}
          required
          inputMode={byRecoveryCode ? "text" : "numeric"}
          autoComplete={byRecoveryCode ? "off" : "one-time-code"}
          maxLength={20}
          className="code-field"
          error={errors.code?.message}
          {...register("code", { required: "Code is required" })}
        />
        <Button type="submit" busy={isSubmitting} className="w-full">
          Login
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
            {byRecoveryCode ? "Use the app instead" : "Use a recovery code instead"}
          </button>
          <AppLink to={paths.login} state={{ from: login.from }} className="link-like py-2">
            Start again
          </AppLink>
        </div>
        <InlineError message={errors.root?.message} />
      </form>
    </PictureLayout>
  );
}
