import "./identity.css";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import { send } from "../../../api/client.ts";
import { configQuery } from "../../../api/config.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { ApiError } from "../../../api/errors.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { AuthLayout } from "./AuthLayout.tsx";
import { emailRules, nameRules, ownerPasswordRules, passwordRules } from "./field-rules.ts";
import { LoginNotice } from "./LoginNotice.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { InlineError } from "./PictureLayout.tsx";
import type { LoginState } from "./return-to.ts";
import { texts } from "./SignUpPage.texts.en.ts";
import { useLogin } from "./use-login.ts";

export default function SignUpPage() {
  // The account goes on with the steps to its role if the shop has no owner yet.
  const { data: config } = useQuery(configQuery);
  const isOwner = config?.needsOwner === true;
  const origin = ((useLocation().state ?? {}) as LoginState).from;
  const login = useLogin(origin, "signup", isOwner ? paths.dashboard : undefined);
  const { from } = login;
  const [takenEmail, setTakenEmail] = useState<string>();
  const form = useApiForm({
    defaultValues: { name: "", email: "", password: "" },
    call: async (body) => {
      login.setError(undefined);
      setTakenEmail(undefined);
      const { passwordWarning, ...session } = await send("POST /identity/sign-up", { body });
      await login.completeLogin(session);
      if (passwordWarning) showToast("warning", passwordWarning);
    },
    failed: (error, body) => {
      login.setError(errorMessage(error));
      if (error instanceof ApiError && error.code === "email_taken") setTakenEmail(body.email);
      return true;
    },
  });

  return (
    <AuthLayout
      screen="signup"
      title={texts.title}
      from={from}
      login={login}
      notice={!form.busy && !login.isLoggingIn && <LoginNotice from={from} screen="signup" />}
      links={
        <AppLink to={paths.login} state={{ from }} className="link-like">
          {texts.haveAccount}
        </AppLink>
      }
    >
      <form noValidate className="space-y-3" onSubmit={form.submit}>
        <Field label={texts.name} required autoComplete="name" {...form.field("name", nameRules)} />
        <Field
          label={texts.email}
          type="email"
          required
          autoComplete="username"
          {...form.field("email", emailRules)}
        />
        <PasswordField
          label={texts.password}
          required
          autoComplete="new-password"
          hint={texts.atLeast(isOwner ? 12 : 6)}
          {...form.field("password", isOwner ? ownerPasswordRules : passwordRules)}
        />
        <Button type="submit" busy={form.busy} className="w-full">
          {texts.signUp}
        </Button>
        <InlineError error={login.error}>
          {takenEmail && (
            <AppLink to={paths.login} state={{ from, email: takenEmail }} className="link-like">
              {texts.logInWithEmail}
            </AppLink>
          )}
        </InlineError>
      </form>
    </AuthLayout>
  );
}
