import { useForm } from "react-hook-form";
import { useLocation } from "react-router";
import { api, unwrap } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { useShop } from "../../../api/shop.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { AuthLayout } from "./AuthLayout.tsx";
import { emailRules, passwordRules } from "./field-rules.ts";
import { LoginNotice } from "./LoginNotice.tsx";
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
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { email, password: "" },
  });
  const { errors, isSubmitting } = formState;

  const logIn = handleSubmit(async (body) => {
    login.setError(undefined);
    try {
      let warning: string | undefined;
      const signIn = async () => {
        const { passwordWarning, ...session } = await unwrap(
          api.POST("/identity/sign-in", { body }),
        );
        warning = passwordWarning;
        return session;
      };
      await login.logIn(signIn());
      if (warning) showToast("warning", warning);
    } catch (error) {
      login.setError(errorMessage(error));
    }
  });

  const notice = !isSubmitting && !login.isLoggingIn && (
    <LoginNotice from={login.from} audience={audience} expired={expired} verb="Log in" />
  );

  return (
    <AuthLayout
      screen="login"
      title="Login"
      login={login}
      notice={notice}
      links={
        <>
          <p>
            New to {shop.name}?{" "}
            <AppLink to={paths.signup} state={{ from: login.from }} className="link-like">
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
        <PasswordField
          label="Password"
          required
          autoComplete="current-password"
          error={errors.password?.message}
          {...register("password", passwordRules)}
        />
        <Button type="submit" busy={isSubmitting} className="w-full">
          Login
        </Button>
        <InlineError message={login.error} />
      </form>
    </AuthLayout>
  );
}
