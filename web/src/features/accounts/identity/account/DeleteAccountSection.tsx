import { useState } from "react";
import { send } from "../../../../api/client.ts";
import { useAccount, useSession } from "../../../../api/session/SessionProvider.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { FormActions } from "../../../../ui/FormActions.tsx";
import { showToast } from "../../../../ui/toast.tsx";
import { useApiForm } from "../../../../ui/use-api-form.ts";
import { passwordRules } from "../field-rules.ts";
import { AccountSection } from "./AccountSection.tsx";

export function DeleteAccountSection({ hasPassword }: { hasPassword: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <AccountSection
      isDangerous
      title="Delete my account"
      about="This is permanent: not even we can restore it."
    >
      <ul className="max-w-prose list-disc space-y-1 pl-5 text-sm text-quiet">
        <li>Your profile, your ways to log in and your unpaid orders are deleted.</li>
        <li>
          We keep paid orders without your name, address and phone. An order that is not shipped yet
          keeps them until then.
        </li>
        <li>Your reviews stay, signed “Former customer”, unless you delete them, too.</li>
      </ul>
      <Button variant="danger" small className="mt-5" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <Dialog open={open} title="Delete your account?" onClose={() => setOpen(false)}>
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
      showToast("info", "Your account is deleted");
    },
  });

  return (
    <form noValidate className="mt-4 space-y-2" onSubmit={form.submit}>
      <p className="text-quiet">This cannot be undone. Type your e-mail to confirm.</p>
      <Field
        label="Your e-mail"
        type="email"
        autoComplete="off"
        required
        {...form.field("confirm", {
          required: "Email is required",
          validate: (typed) =>
            typed.trim().toLowerCase() === email || `Type ${email} to delete this account`,
        })}
      />
      {hasPassword && (
        <Field
          label="Your password"
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
        <span>Delete my reviews, too</span>
      </label>
      <FormActions form={form} onCancel={onCancel} variant="danger" className="pt-3">
        Delete
      </FormActions>
    </form>
  );
}
