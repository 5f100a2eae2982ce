import { useState } from "react";
import { useForm } from "react-hook-form";
import { api, unwrap } from "../../../../api/client.ts";
import { useAccount, useSession } from "../../../../api/session/SessionProvider.tsx";
import { useAccountRole } from "../../../../api/session/use-role.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { FormError } from "../../../../ui/FormError.tsx";
import { setFieldErrors } from "../../../../ui/field-errors.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { passwordRules } from "../field-rules.ts";
import { PasswordWarning } from "../PasswordWarning.tsx";
import { AccountSection } from "./AccountSection.tsx";
import { useAccountChange } from "./queries.ts";

interface PasswordChange {
  currentPassword?: string;
  password: string;
  revokeApiKeys?: boolean;
}

interface PasswordSectionProps {
  hasPassword: boolean;
  /** The account's role waits for a better one. */
  isTooWeak: boolean;
}

export function PasswordSection({ hasPassword, isTooWeak }: PasswordSectionProps) {
  const { email } = useAccount();
  const { startSession } = useSession();
  const [warning, setWarning] = useState<string | null>();
  const [error, setError] = useState<Error>();
  const isAdmin = useAccountRole() === "admin";
  const form = useForm({
    defaultValues: { currentPassword: "", password: "", revokeApiKeys: false },
  });
  const { register, handleSubmit, reset, formState } = form;
  const { errors, isSubmitting } = formState;
  const changing = useAccountChange(async (body: PasswordChange) => {
    const { passwordWarning, ...session } = await unwrap(
      api.POST("/identity/password/change", { body }),
    );
    // The server replaced the session, so the old token is invalid.
    await startSession(session);
    return passwordWarning;
  });

  const change = handleSubmit(async ({ currentPassword, ...typed }) => {
    setWarning(undefined);
    setError(undefined);
    try {
      const body = hasPassword ? { currentPassword, ...typed } : typed;
      setWarning(await changing.mutateAsync(body));
      reset();
      showToast("success", hasPassword ? "Your password is changed" : "Your password is set");
    } catch (error) {
      if (!setFieldErrors(error, form)) setError(error as Error);
    }
  });

  return (
    <AccountSection
      title="Password"
      about={
        hasPassword
          ? "Changing it logs out every other device."
          : "You have no password yet. With one you can also log in with your e-mail."
      }
    >
      {isTooWeak && (
        <p role="status" className="mb-5 border-l-2 border-warning py-1 pl-4">
          You work in this shop, but your password is short or easy to guess. Choose one of 12
          characters or more to open your pages. Several words are good. If you have API keys, the
          change revokes them.
        </p>
      )}
      <form noValidate className="max-w-sm space-y-1" onSubmit={(event) => void change(event)}>
        {/* For password managers. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <Field
            label="Current password"
            type="password"
            required
            autoComplete="current-password"
            error={errors.currentPassword?.message}
            {...register("currentPassword", { required: passwordRules.required })}
          />
        )}
        <Field
          label="New password"
          type="password"
          required
          autoComplete="new-password"
          error={errors.password?.message}
          {...register("password", passwordRules)}
        />
        {isAdmin && (
          <label className="mb-5 flex min-h-6 cursor-pointer items-start gap-3">
            <input
              type="checkbox"
              className="mt-0.5 size-5 shrink-0 accent-primary"
              {...register("revokeApiKeys")}
            />
            <span>Also revoke my API keys</span>
          </label>
        )}
        <Button type="submit" variant="outline" busy={isSubmitting}>
          {hasPassword ? "Change password" : "Set password"}
        </Button>
        <div role="status" className="pt-3 text-sm empty:pt-0">
          <PasswordWarning text={warning} />
        </div>
        <div role="alert" className="pt-3 text-sm text-error empty:pt-0">
          {error && <FormError error={error} />}
        </div>
      </form>
    </AccountSection>
  );
}
