import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Navigate, useLocation } from "react-router";
import type { Session } from "../../api/client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { useSession } from "../../api/session/SessionProvider.tsx";
import { paths } from "../../pages.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { LoadError } from "../../ui/LoadError.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { CodeForm } from "./CodeForm.tsx";
import type { CodeExpiry } from "./code-expiry.ts";
import { completeProfile, sendEmailCode } from "./complete-profile.ts";
import { emailRules, nameRules } from "./field-rules.ts";
import { InlineError, PictureLayout } from "./PictureLayout.tsx";
import { type LoginState, returnTo } from "./return-to.ts";
import { type LoginFlow, useLogin } from "./use-login.ts";

/** For accounts without a verified e-mail, after a login by phone or by some providers. */
export default function CompleteProfilePage() {
  const { state, refresh } = useSession();
  const { from } = (useLocation().state ?? {}) as LoginState;
  const login = useLogin(from);
  const isUnknown = state.status === "unknown";

  useEffect(() => {
    if (isUnknown) void refresh();
  }, [isUnknown, refresh]);

  switch (state.status) {
    case "signed-in":
      if (state.session.email && !login.isLoggingIn)
        return <Navigate to={returnTo(from, undefined)} replace />;
      return <CompleteProfile session={state.session} login={login} />;
    case "signed-out":
      return <Navigate to={paths.login} replace state={{ from }} />;
    case "unreachable":
      return (
        <div className="measure py-24">
          <h1 className="mb-8 text-title">Finish your account</h1>
          <LoadError
            error={undefined}
            message="We could not find out whether you are logged in. Please try again."
            onRetry={() => void refresh()}
          />
        </div>
      );
    default:
      return <Spinner />;
  }
}

interface CodeSent {
  email: string;
  name: string;
  expiry: CodeExpiry;
}

function CompleteProfile({ session, login }: { session: Session; login: LoginFlow }) {
  const [sent, setSent] = useState<CodeSent>();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { name: session.displayName, email: "" },
  });
  const { errors, isSubmitting } = formState;

  const send = async (email: string, name: string) =>
    setSent({ email, name, expiry: await sendEmailCode({ email, name }) });

  const ask = handleSubmit(async ({ email, name }) => {
    try {
      await send(email, name);
    } catch (error) {
      setError("root", { message: errorMessage(error) });
    }
  });

  return (
    <PictureLayout title="Finish your account">
      <p className="mt-4 text-quiet">
        You are logged in. We only need your e-mail, for your orders and to recover your account.
      </p>
      <div className="mt-8">
        {sent ? (
          <CodeForm
            target={sent.email}
            expiry={sent.expiry}
            submitLabel="Finish"
            onCode={async (code) => {
              const { email, name } = sent;
              await login.completeLogin(await completeProfile({ email, name, code }));
            }}
            onResend={() => send(sent.email, sent.name)}
            otherLabel="Use another e-mail"
            onOther={() => setSent(undefined)}
          />
        ) : (
          <form noValidate className="space-y-3" onSubmit={(event) => void ask(event)}>
            <Field
              label="Name"
              required
              autoComplete="name"
              maxLength={120}
              error={errors.name?.message}
              {...register("name", nameRules)}
            />
            <Field
              label="E-mail"
              type="email"
              required
              autoComplete="email"
              hint="If this e-mail already has an account, this login method is added to it."
              error={errors.email?.message}
              {...register("email", emailRules)}
            />
            <Button type="submit" busy={isSubmitting} className="w-full">
              Send me a code
            </Button>
            <InlineError message={errors.root?.message} />
          </form>
        )}
      </div>
    </PictureLayout>
  );
}
