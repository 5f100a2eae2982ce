import { useState } from "react";
import { send } from "../../../../api/client.ts";
import { useAccount, useSession } from "../../../../api/session/SessionProvider.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { FormActions } from "../../../../ui/FormActions.tsx";
import { showToast } from "../../../../ui/toast.tsx";
import { useApiForm } from "../../../../ui/use-api-form.ts";
import { emailRules, passwordRules } from "../field-rules.ts";
import { AccountSection } from "./AccountSection.tsx";
import { deletionTexts as texts } from "./texts.en.tsx";

export function DeleteAccountSection({ hasPassword }: { hasPassword: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <AccountSection isDangerous id="delete-my-account" about={texts.about}>
      <ul className="max-w-prose list-disc space-y-1 pl-5 text-sm text-quiet">
        <li>{texts.whatIsDeleted}</li>
        <li>{texts.ordersStay}</li>
        <li>{texts.reviewsStay}</li>
      </ul>
      <Button variant="danger" small className="mt-5" onClick={() => setOpen(true)}>
        {texts.deleteAccount}
      </Button>
      <Dialog open={open} title={texts.question} onClose={() => setOpen(false)}>
        {open && <DeleteAccountForm hasPassword={hasPassword} onCancel={() => setOpen(false)} />}
      </Dialog>
    </AccountSection>
  );
}

interface DeleteAccountFormProps {
  hasPassword: boolean;
  onCancel: () => void;
}

function DeleteAccountForm({ hasPassword, onCancel }: DeleteAccountFormProps) {
  const { email } = useAccount();
  const { signOut } = useSession();
  const form = useApiForm({
    defaultValues: { confirm: "", password: "", deleteReviews: false },
    call: ({ password, deleteReviews }) => {
      const body = { confirm: email, deleteReviews, ...(hasPassword && { password }) };
      return send("POST /identity/account/close", { body });
    },
    done: async () => {
      // The session was deleted with the account. This clears the browser's data and goes home.
      await signOut({ regardless: true });
      showToast("info", texts.deleted);
    },
  });

  return (
    <form noValidate className="mt-4 space-y-2" onSubmit={form.submit}>
      <p className="text-quiet">{texts.typeEmail}</p>
      <Field
        label={texts.yourEmail}
        type="email"
        autoComplete="off"
        required
        {...form.field("confirm", {
          required: emailRules.required,
          validate: (typed) => typed.trim().toLowerCase() === email || texts.typeThis(email),
        })}
      />
      {hasPassword && (
        <Field
          label={texts.yourPassword}
          type="password"
          autoComplete="current-password"
          required
          {...form.field("password", { required: passwordRules.required })}
        />
      )}
      <label className="flex min-h-6 cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-primary"
          {...form.register("deleteReviews")}
        />
        <span>{texts.deleteReviews}</span>
      </label>
      <FormActions form={form} onCancel={onCancel} variant="danger" className="pt-3">
        {texts.delete}
      </FormActions>
    </form>
  );
}
