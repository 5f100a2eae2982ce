import { useState } from "react";
import { useForm } from "react-hook-form";
import { useLocation } from "react-router";
import { answer, api } from "../../api/client.ts";
import { sentence } from "../../api/error-messages.ts";
import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { emailRules, passwordRules } from "./field-rules.ts";
import { PasswordWarning } from "./PasswordWarning.tsx";
import { FormError, IdentityFrame } from "./PictureLayout.tsx";
import { tokenIn } from "./url-token.ts";

/** With the token of a mail in the address: a new password. Without: asking for that mail. */
export default function ResetPasswordPage() {
  const token = tokenIn(useLocation().hash);
  const title = token ? "New password" : "Forgot your password?";
  return (
    <IdentityFrame title={title}>
      <PageTitle>Reset password</PageTitle>
      {token ? <NewPassword key={token} token={token} /> : <AskForLink />}
    </IdentityFrame>
  );
}

function AskForLink() {
  const [askedFor, setAskedFor] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting } = formState;

  const ask = handleSubmit(async (body) => {
    try {
      await answer(api.POST("/identity/password/forgot", { body }));
      setAskedFor(body.email);
    } catch (error) {
      setError("root", { message: sentence(error) });
    }
  });

  if (askedFor)
    return (
      <div role="status" className="mt-6 space-y-5">
        <p>
          If the shop has an account with{" "}
          <strong className="font-semibold wrap-anywhere">{askedFor}</strong>, a mail with a link is
          on its way. It works once, for an hour.
        </p>
        <p className="text-quiet">
          Nothing there after some minutes? Look among unwanted mail, or{" "}
          <button type="button" className="link-like" onClick={() => setAskedFor(undefined)}>
            try another address
          </button>
          .
        </p>
        <AppLink to={paths.login} className="btn btn-outline">
          Back to Login
        </AppLink>
      </div>
    );
  return (
    <>
      <p className="mt-4 text-quiet">
        Tell us the e-mail of your account. We send a link to choose a new password.
      </p>
      <form noValidate className="mt-8 space-y-3" onSubmit={(event) => void ask(event)}>
        <Field
          label="E-mail"
          type="email"
          required
          autoComplete="username"
          error={errors.email?.message}
          {...register("email", emailRules)}
        />
        <Button type="submit" busy={isSubmitting} className="w-full">
          Send me a link
        </Button>
        <FormError message={errors.root?.message} />
      </form>
      <p className="mt-4">
        <AppLink to={paths.login} className="link-like">
          Back to Login
        </AppLink>
      </p>
    </>
  );
}

function NewPassword({ token }: { token: string }) {
  const [done, setDone] = useState<{ warning: string | null | undefined }>();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = formState;

  const reset = handleSubmit(async ({ password }) => {
    try {
      const body = { token, password };
      const { passwordWarning } = await answer(api.POST("/identity/password/reset", { body }));
      setDone({ warning: passwordWarning });
    } catch (error) {
      setError("root", { message: sentence(error) });
    }
  });

  if (done)
    return (
      <div role="status" className="mt-6 space-y-5">
        <p>Your password is changed, and every device that was logged in is logged out.</p>
        <PasswordWarning text={done.warning} />
        <AppLink to={paths.login} className="btn btn-primary">
          Login with the new password
        </AppLink>
      </div>
    );
  return (
    <>
      <p className="mt-4 text-quiet">
        Afterwards you are logged out everywhere, so that whoever knew the old one is out, too.
      </p>
      <form noValidate className="mt-8 space-y-3" onSubmit={(event) => void reset(event)}>
        <Field
          label="New password"
          type="password"
          required
          autoComplete="new-password"
          error={errors.password?.message}
          {...register("password", passwordRules)}
        />
        <Button type="submit" busy={isSubmitting} className="w-full">
          Change password
        </Button>
        <FormError message={errors.root?.message} />
      </form>
      <p className="mt-4">
        <AppLink to={paths.resetPassword} className="link-like">
          Ask for another link
        </AppLink>
      </p>
    </>
  );
}
