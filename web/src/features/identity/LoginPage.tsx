import { useForm } from "react-hook-form";
import { useLocation } from "react-router";
import { answer, api } from "../../api/client.ts";
import { sentence } from "../../api/error-messages.ts";
import { useSession } from "../../api/session/SessionProvider.tsx";
import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { EntryFrame } from "./AuthLayout.tsx";
import { emailRules, passwordRules } from "./field-rules.ts";
import { FormError } from "./PictureLayout.tsx";
import type { LoginState } from "./return-to.ts";
import { useEntry } from "./use-login.ts";

const AUDIENCE = { admin: "the shop’s admins", customer: "customers" };

export default function LoginPage() {
  const { state } = useSession();
  const { from, audience, ended } = (useLocation().state ?? {}) as LoginState;
  const entry = useEntry(from);
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  const logIn = handleSubmit(async (body) => {
    entry.setFault(undefined);
    try {
      await entry.arrive(await answer(api.POST("/identity/sign-in", { body })));
    } catch (error) {
      entry.setFault(sentence(error));
    }
  });

  const notice = state.status === "signed-in" && !ended && !isSubmitting && !entry.arriving && (
    <p role="status" className="mt-6 border-l-2 border-warning py-1 pl-4">
      Signed in as{" "}
      <strong className="wrap-anywhere">{state.session.email ?? state.session.displayName}</strong>
      {audience ? `; this page is for ${AUDIENCE[audience]}.` : "."}
    </p>
  );

  return (
    <EntryFrame
      screen="login"
      title="Login"
      entry={entry}
      notice={notice}
      links={
        <>
          <p>
            New to Trowel?{" "}
            <AppLink to={paths.signup} className="link-like">
              Create New Account
            </AppLink>
          </p>
          <AppLink to={paths.resetPassword} className="link-like">
            Forgot your password?
          </AppLink>
        </>
      }
    >
      <form noValidate className="space-y-3" onSubmit={(event) => void logIn(event)}>
        <Field
          label="E-mail"
          type="email"
          required
          autoComplete="username"
          error={errors.email?.message}
          {...register("email", emailRules)}
        />
        <Field
          label="Password"
          type="password"
          required
          autoComplete="current-password"
          error={errors.password?.message}
          {...register("password", passwordRules)}
        />
        <Button type="submit" busy={isSubmitting} className="w-full">
          Login
        </Button>
        <FormError message={entry.fault} />
      </form>
    </EntryFrame>
  );
}
