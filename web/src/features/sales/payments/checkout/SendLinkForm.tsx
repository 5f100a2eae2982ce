import { useState } from "react";
import { send } from "../../../../api/client.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { FormFailure } from "../../../../ui/FormActions.tsx";
import { useApiForm } from "../../../../ui/use-api-form.ts";

/** Mails the links again. The answer is the same for every address. */
export function SendLinkForm({ isGone = false }: { isGone?: boolean }) {
  const [sentTo, setSentTo] = useState<string>();
  const form = useApiForm({
    defaultValues: { email: "" },
    call: (body) => send("POST /guest-purchases/links", { body }),
    done: (_answer, { email }) => setSentTo(email),
  });
  if (sentTo)
    return (
      <p role="status" className="mt-6 wrap-anywhere">
        If there are paid orders with {sentTo}, we have sent their links. Nothing there after a few
        minutes? Please check your spam folder.
      </p>
    );
  return (
    <form noValidate className="mt-6 max-w-md" onSubmit={form.submit}>
      <p className="mb-6">
        {isGone &&
          "This link has expired, or there is a newer one. An order that was not paid in time is gone, too. "}
        We can send you the links to your latest orders again.
      </p>
      <Field
        label="E-mail"
        type="email"
        autoComplete="email"
        maxLength={254}
        {...form.field("email", { required: "Please enter your e-mail." })}
      />
      <Button type="submit" busy={form.busy}>
        Send the links
      </Button>
      <FormFailure form={form} className="mt-3" />
    </form>
  );
}
