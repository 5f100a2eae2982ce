import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { answer, api } from "../../api/client.ts";
import { sentence } from "../../api/refusals.ts";
import { useSession } from "../../api/session/SessionProvider.tsx";
import { paths } from "../../paths.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { FormError, IdentityPage } from "./IdentityPage.tsx";
import { emailRules, nameRules, passwordRules } from "./rules.ts";

export default function SignUpPage() {
  const { enter } = useSession();
  const navigate = useNavigate();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { name: "", email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  const signUp = handleSubmit(async (body) => {
    try {
      await enter(await answer(api.POST("/identity/sign-up", { body })));
      navigate(paths.tools, { replace: true });
    } catch (error) {
      setError("root", { message: sentence(error) });
    }
  });

  return (
    <IdentityPage title="Sign Up">
      <PageTitle>Sign Up</PageTitle>
      <form noValidate className="mt-8 space-y-3" onSubmit={(event) => void signUp(event)}>
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
        <FormError message={errors.root?.message} />
      </form>
      <p className="mt-4">
        <AppLink to={paths.login} className="font-medium underline underline-offset-4">
          Already have an account? Please login
        </AppLink>
      </p>
    </IdentityPage>
  );
}
