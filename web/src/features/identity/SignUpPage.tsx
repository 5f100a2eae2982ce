import { useForm } from "react-hook-form";
import { api, unwrap } from "../../api/client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { showToast } from "../../ui/toast.tsx";
import { AuthLayout } from "./AuthLayout.tsx";
import { emailRules, nameRules, passwordRules } from "./field-rules.ts";
import { InlineError } from "./PictureLayout.tsx";
import { useLogin } from "./use-login.ts";

export default function SignUpPage() {
  // A new account starts at the tools, whatever the previous page was.
  const login = useLogin(paths.tools);
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: "", email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  const signUp = handleSubmit(async (body) => {
    login.setError(undefined);
    try {
      const { passwordWarning, ...session } = await unwrap(api.POST("/identity/sign-up", { body }));
      await login.completeLogin(session);
      if (passwordWarning) showToast("warning", passwordWarning);
    } catch (error) {
      login.setError(errorMessage(error));
    }
  });

  return (
    <AuthLayout
      screen="signup"
      title="Sign Up"
      login={login}
      links={
        <AppLink to={paths.login} className="link-like">
          Already have an account? Please login
        </AppLink>
      }
    >
      <form noValidate className="space-y-3" onSubmit={(event) => void signUp(event)}>
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
          autoComplete="username"
          error={errors.email?.message}
          {...register("email", emailRules)}
        />
        <Field
          label="Password"
          type="password"
          required
          autoComplete="new-password"
          error={errors.password?.message}
          {...register("password", passwordRules)}
        />
        <Button type="submit" busy={isSubmitting} className="w-full">
          Sign Up
        </Button>
        <InlineError message={login.error} />
      </form>
    </AuthLayout>
  );
}
