import { useState } from "react";
import { send } from "../../../../api/client.ts";
import { paths } from "../../../../pages.ts";
import { AppLink } from "../../../../ui/AppLink.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { FormFailure } from "../../../../ui/FormActions.tsx";
import { useApiForm } from "../../../../ui/use-api-form.ts";
import { readGuestEmail } from "../../use-place-purchase.ts";
import { texts } from "./guest-order.texts.en.ts";

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
  return (
    <section aria-labelledby="account" className="checkout-part">
      <h2 id="account" className="text-xl">
        {texts.setPassword}
      </h2>
      {done ? (
        <div role="status" className="mt-3 space-y-3">
          <p className="wrap-anywhere">
            {"token" in proof ? texts.accountIsReady : texts.canLogIn(readGuestEmail())}
          </p>
          {done.warning && <p className="text-sm text-warning">{done.warning}</p>}
          <AppLink to={paths.login} className="btn btn-outline btn-sm">
            {texts.logIn}
          </AppLink>
        </div>
      ) : (
        <form noValidate className="mt-3" onSubmit={form.submit}>
          <Field
            label={texts.password}
            type="password"
            autoComplete="new-password"
            hint={texts.passwordHint}
            {...form.field("password", {
              required: texts.passwordNeeded,
              minLength: { value: 6, message: texts.passwordTooShort },
            })}
          />
          <Button type="submit" variant="outline" busy={form.busy}>
            {texts.setPassword}
          </Button>
          <FormFailure form={form} className="mt-3" />
        </form>
      )}
    </section>
  );
}
