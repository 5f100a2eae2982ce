import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useLocation, useNavigate } from "react-router";
import { answer, api } from "../../api/client.ts";
import { sentence } from "../../api/refusals.ts";
import { useSession } from "../../api/session/SessionProvider.tsx";
import { roleQuery } from "../../api/session/use-role.ts";
import { hasOwnDocument, paths } from "../../paths.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { FormError, IdentityPage } from "./IdentityPage.tsx";
import { type LoginState, returnTo, roleFor } from "./return-to.ts";
import { emailRules, passwordRules } from "./rules.ts";

const AUDIENCE = { admin: "the shop’s admins", customer: "customers" };

export default function LoginPage() {
  const { state, enter } = useSession();
  const { from, audience, ended } = (useLocation().state ?? {}) as LoginState;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting, isSubmitSuccessful } = formState;

  const logIn = handleSubmit(async (body) => {
    try {
      const session = await answer(api.POST("/identity/sign-in", { body }));
      await enter(session);
      const role =
        roleFor(from) && session.email
          ? await queryClient.fetchQuery(roleQuery(session.email))
          : undefined;
      const target = returnTo(from, role);
      if (hasOwnDocument(target)) window.location.replace(target);
      else navigate(target, { replace: true });
    } catch (error) {
      setError("root", { message: sentence(error) });
    }
  });

  return (
    <IdentityPage title="Login">
      <PageTitle>Login</PageTitle>
      {state.status === "signed-in" && !ended && !isSubmitting && !isSubmitSuccessful && (
        <p role="status" className="mt-6 border-l-2 border-warning py-1 pl-4">
          Signed in as{" "}
          <strong className="wrap-anywhere">
            {state.session.email ?? state.session.displayName}
          </strong>
          {audience ? `; this page is for ${AUDIENCE[audience]}.` : "."}
        </p>
      )}
      <form noValidate className="mt-8 space-y-3" onSubmit={(event) => void logIn(event)}>
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
        <FormError message={errors.root?.message} />
      </form>
      <p className="mt-4 text-quiet">
        New to Trowel?{" "}
        <AppLink
          to={paths.signup}
          className="font-medium text-base-content underline underline-offset-4"
        >
          Create New Account
        </AppLink>
      </p>
    </IdentityPage>
  );
}
