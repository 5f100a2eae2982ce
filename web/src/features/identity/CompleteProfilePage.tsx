import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Navigate, useLocation } from "react-router";
import type { Session } from "../../api/client.ts";
import { sentence } from "../../api/error-messages.ts";
import { useSession } from "../../api/session/SessionProvider.tsx";
import { paths } from "../../pages.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Trouble } from "../../ui/LoadError.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { CodeForm } from "./CodeForm.tsx";
import type { Sending } from "./code-expiry.ts";
import { finishWith, sendFinishCode } from "./complete-profile.ts";
import { emailRules, nameRules } from "./field-rules.ts";
import { FormError, IdentityFrame } from "./PictureLayout.tsx";
import { type LoginState, returnTo } from "./return-to.ts";
import { type Entry, useEntry } from "./use-login.ts";

/** For who has signed in by a phone or a provider that proves no e-mail: the shop needs one before anything else. */
export default function FinishPage() {
  const { state, ask } = useSession();
  const { from } = (useLocation().state ?? {}) as LoginState;
  const entry = useEntry(from);
  const unasked = state.status === "unasked";

  useEffect(() => {
    if (unasked) void ask();
  }, [unasked, ask]);

  switch (state.status) {
    case "signed-in":
      if (state.session.email && !entry.arriving)
        return <Navigate to={returnTo(from, undefined)} replace />;
      return <Finish session={state.session} entry={entry} />;
    case "signed-out":
      return <Navigate to={paths.login} replace state={{ from }} />;
    case "unreachable":
      return (
        <div className="measure py-24">
          <Trouble
            error={undefined}
            say={() => "We could not find out whether you are logged in. Please try again."}
            onRetry={() => void ask()}
          />
        </div>
      );
    default:
      return <Spinner />;
  }
}

interface Asked {
  email: string;
  name: string;
  sending: Sending;
}

function Finish({ session, entry }: { session: Session; entry: Entry }) {
  const [asked, setAsked] = useState<Asked>();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { name: session.displayName, email: "" },
  });
  const { errors, isSubmitting } = formState;

  const send = async (email: string, name: string) =>
    setAsked({ email, name, sending: await sendFinishCode({ email, name }) });

  const ask = handleSubmit(async ({ email, name }) => {
    try {
      await send(email, name);
    } catch (error) {
      setError("root", { message: sentence(error) });
    }
  });

  return (
    <IdentityFrame title="Finish your account">
      <PageTitle>Finish your account</PageTitle>
      <p className="mt-4 text-quiet">
        You are signed in. One thing is missing: your e-mail, for your orders and to find back into
        your account.
      </p>
      <div className="mt-8">
        {asked ? (
          <CodeForm
            target={asked.email}
            sending={asked.sending}
            submit="Finish"
            onCode={async (code) => {
              const { email, name } = asked;
              await entry.arrive(await finishWith({ email, name, code }));
            }}
            onResend={() => send(asked.email, asked.name)}
            other="Use another e-mail"
            onOther={() => setAsked(undefined)}
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
              hint="If the shop knows this address already, this way of signing in joins that account."
              error={errors.email?.message}
              {...register("email", emailRules)}
            />
            <Button type="submit" busy={isSubmitting} className="w-full">
              Send me a code
            </Button>
            <FormError message={errors.root?.message} />
          </form>
        )}
      </div>
    </IdentityFrame>
  );
}
