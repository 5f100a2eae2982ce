import { useState } from "react";
import { send } from "../../../../api/client.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { FormFailure } from "../../../../ui/FormActions.tsx";
import { useApiForm } from "../../../../ui/use-api-form.ts";
import { texts } from "./guest-order.texts.en.ts";

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
        {texts.sent(sentTo)}
      </p>
    );
  return (
    <form noValidate className="mt-6 max-w-md" onSubmit={form.submit}>
      <p className="mb-6">
        {isGone && `${texts.linkIsOld} `}
        {texts.canSend}
      </p>
      <Field
        label={texts.email}
        type="email"
        autoComplete="email"
        maxLength={254}
        {...form.field("email", { required: texts.emailNeeded })}
      />
      <Button type="submit" busy={form.busy}>
        {texts.send}
      </Button>
      <FormFailure form={form} className="mt-3" />
    </form>
  );
}
