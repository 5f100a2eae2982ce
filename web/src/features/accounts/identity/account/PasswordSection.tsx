import { useState } from "react";
import { send } from "../../../../api/client.ts";
import { useAccount, useSession } from "../../../../api/session/SessionProvider.tsx";
import { useAccountRole } from "../../../../api/session/use-role.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { FormFailure } from "../../../../ui/FormActions.tsx";
import { showToast } from "../../../../ui/toast.tsx";
import { useApiForm } from "../../../../ui/use-api-form.ts";
import { passwordRules } from "../field-rules.ts";
import { PasswordWarning } from "../PasswordWarning.tsx";
import { AccountSection } from "./AccountSection.tsx";
import { useAccountChange } from "./queries.ts";
import { passwordTexts as texts } from "./texts.en.tsx";

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
  const isAdmin = useAccountRole() === "admin";
  const changing = useAccountChange(async (body: PasswordChange) => {
    const { passwordWarning, ...session } = await send("POST /identity/password/change", { body });
    // The server replaced the session, so the old token is invalid.
    await startSession(session);
    return passwordWarning;
  });
  const form = useApiForm({
    defaultValues: { currentPassword: "", password: "", revokeApiKeys: false },
    call: ({ currentPassword, ...typed }) => {
      setWarning(undefined);
      return changing.mutateAsync(hasPassword ? { currentPassword, ...typed } : typed);
    },
    done: (passwordWarning): void => {
      setWarning(passwordWarning);
      form.reset();
      showToast("success", hasPassword ? texts.changed : texts.isSet);
    },
  });

  return (
    <AccountSection id="password" about={hasPassword ? texts.about : texts.aboutWithout}>
      {isTooWeak && (
        <p role="status" className="mb-5 border-l-2 border-warning py-1 pl-4">
          {texts.tooWeak}
        </p>
      )}
      <form noValidate className="max-w-sm space-y-1" onSubmit={form.submit}>
        {/* For password managers. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <Field
            label={texts.current}
            type="password"
            required
            autoComplete="current-password"
            {...form.field("currentPassword", { required: passwordRules.required })}
          />
        )}
        <Field
          label={texts.new}
          type="password"
          required
          autoComplete="new-password"
          {...form.field("password", passwordRules)}
        />
        {isAdmin && (
          <label className="mb-5 flex min-h-6 cursor-pointer items-start gap-3">
            <input
              type="checkbox"
              className="mt-0.5 size-5 shrink-0 accent-primary"
              {...form.register("revokeApiKeys")}
            />
            <span>{texts.revokeApiKeys}</span>
          </label>
        )}
        <Button type="submit" variant="outline" busy={form.busy}>
          {hasPassword ? texts.change : texts.set}
        </Button>
        <div role="status" className="pt-3 text-sm empty:pt-0">
          <PasswordWarning text={warning} />
        </div>
        <FormFailure form={form} className="pt-3 text-sm empty:pt-0" />
      </form>
    </AccountSection>
  );
}
