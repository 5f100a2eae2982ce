import "./identity.css";
import { useLocation } from "react-router";
import { send } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { useShop } from "../../../api/shop.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { AuthLayout } from "./AuthLayout.tsx";
import { emailRules, passwordRules } from "./field-rules.ts";
import { LoginNotice } from "./LoginNotice.tsx";
import { texts } from "./LoginPage.texts.en.ts";
import { PasswordField } from "./PasswordField.tsx";
import { InlineError } from "./PictureLayout.tsx";
import type { LoginState } from "./return-to.ts";
import { SecondStepForm } from "./SecondStepForm.tsx";
import { type LoginFlow, useLogin } from "./use-login.ts";

export default function LoginPage() {
  const { from, secondStep } = (useLocation().state ?? {}) as LoginState;
  const login = useLogin(from);
  return secondStep ? <SecondStepForm login={login} /> : <FirstStep login={login} />;
}

function FirstStep({ login }: { login: LoginFlow }) {
  const { audience, expired, email = "" } = (useLocation().state ?? {}) as LoginState;
  const shop = useShop();
  const form = useApiForm({
    defaultValues: { email, password: "" },
    call: async (body) => {
      login.setError(undefined);
      let warning: string | undefined;
      const signIn = async () => {
        const { passwordWarning, ...session } = await send("POST /identity/sign-in", { body });
        warning = passwordWarning;
        return session;
      };
      await login.logIn(signIn());
      if (warning) showToast("warning", warning);
    },
    failed: (error) => {
      login.setError(errorMessage(error));
      return true;
    },
  });

  const notice = !form.busy && !login.isLoggingIn && (
    <LoginNotice from={login.from} audience={audience} expired={expired} screen="login" />
  );

  return (
    <AuthLayout
      screen="login"
      title={texts.title}
      from={login.from}
      login={login}
      notice={notice}
      links={
        <>
          <p>
            {texts.newTo(shop.name)}{" "}
            <AppLink to={paths.signup} state={{ from: login.from }} className="link-like">
              {texts.createAccount}
            </AppLink>
          </p>
          <AppLink to={paths.resetPassword} state={{ from: login.from }} className="link-like">
            {texts.forgotPassword}
          </AppLink>
        </>
      }
    >
      <form noValidate className="space-y-3" onSubmit={form.submit}>
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
          autoComplete="current-password"
          {...form.field("password", passwordRules)}
        />
        <Button type="submit" busy={form.busy} className="w-full">
          {texts.logIn}
        </Button>
        <InlineError error={login.error} />
      </form>
    </AuthLayout>
  );
}
