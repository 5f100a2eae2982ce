import { useState } from "react";
import { send } from "../../../../api/client.ts";
import { paths } from "../../../../pages.ts";
import { AppLink } from "../../../../ui/AppLink.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { FormFailure } from "../../../../ui/FormActions.tsx";
import { useApiForm } from "../../../../ui/use-api-form.ts";
import { readGuestEmail } from "../../use-place-purchase.ts";

/** The secret of the mailed link, or a purchase of this browser. */
export type GuestProof = { token: string } | { purchaseId: string };

/** One field makes an account of a purchase. */
export function GuestPassword({ proof }: { proof: GuestProof }) {
  const [done, setDone] = useState<{ warning: string | null | undefined }>();
  const form = useApiForm({
    defaultValues: { password: "" },
    call: ({ password }) =>
      send("POST /guest-purchases/password", { body: { ...proof, password } }),
    done: ({ passwordWarning }) => setDone({ warning: passwordWarning }),
  });
  const email = readGuestEmail() ?? "your e-mail address";
  return (
    <section aria-labelledby="account" className="checkout-part">
      <h2 id="account" className="text-xl">
        Set a password
      </h2>
      {done ? (
        <div role="status" className="mt-3 space-y-3">
          <p className="wrap-anywhere">
            {"token" in proof
              ? "Your account is ready."
              : `You can log in with ${email} and this password. If you have ordered or signed up with this address before, press “Forgot your password?” there.`}
          </p>
          {done.warning && <p className="text-sm text-warning">{done.warning}</p>}
          <AppLink to={paths.login} className="btn btn-outline btn-sm">
            Log in
          </AppLink>
        </div>
      ) : (
        <form noValidate className="mt-3" onSubmit={form.submit}>
          <Field
            label="Password"
            type="password"
            autoComplete="new-password"
            hint="Then you have an account, and your next order is faster."
            {...form.field("password", {
              required: "Please enter a password.",
              minLength: { value: 6, message: "Password must be 6 characters or longer" },
            })}
          />
          <Button type="submit" variant="outline" busy={form.busy}>
            Set a password
          </Button>
          <FormFailure form={form} className="mt-3" />
        </form>
      )}
    </section>
  );
}
