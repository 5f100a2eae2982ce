import { useForm } from "react-hook-form";
import { answer, api } from "../../api/client.ts";
import { sentence } from "../../api/error-messages.ts";
import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { showToast } from "../../ui/toast.tsx";
import { EntryFrame } from "./AuthLayout.tsx";
import { emailRules, nameRules, passwordRules } from "./field-rules.ts";
import { FormError } from "./PictureLayout.tsx";
import { useEntry } from "./use-login.ts";

export default function SignUpPage() {
  // Wherever one came from: an account begins among the tools.
  const entry = useEntry(paths.tools);
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: "", email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  const signUp = handleSubmit(async (body) => {
    entry.setFault(undefined);
    try {
      const { passwordWarning, ...session } = await answer(api.POST("/identity/sign-up", { body }));
      await entry.arrive(session);
      if (passwordWarning) showToast("warning", passwordWarning);
    } catch (error) {
      entry.setFault(sentence(error));
    }
  });

  return (
    <EntryFrame
      screen="signup"
      title="Sign Up"
      entry={entry}
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
        <FormError message={entry.fault} />
      </form>
    </EntryFrame>
  );
}
