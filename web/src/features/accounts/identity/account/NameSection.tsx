import { send } from "../../../../api/client.ts";
import { useAccount, useSession } from "../../../../api/session/SessionProvider.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { FormFailure } from "../../../../ui/FormActions.tsx";
import { showToast } from "../../../../ui/toast.tsx";
import { useApiForm } from "../../../../ui/use-api-form.ts";
import { nameRules } from "../field-rules.ts";
import { AccountSection } from "./AccountSection.tsx";
import { useAccountChange } from "./queries.ts";
import { nameTexts as texts } from "./texts.en.tsx";

export function NameSection() {
  const { name } = useAccount();
  const { refresh } = useSession();
  const changing = useAccountChange(async (body: { name: string }) => {
    await send("PATCH /identity/account", { body });
    await refresh();
  });
  const form = useApiForm({
    keepAs: "account name",
    values: { name },
    call: (typed) => changing.mutateAsync(typed),
    done: () => showToast("success", texts.changed),
  });

  return (
    <AccountSection id="name" about={texts.about}>
      <form noValidate className="max-w-sm space-y-1" onSubmit={form.submit}>
        <Field
          label={texts.yourName}
          autoComplete="name"
          required
          dir="auto"
          {...form.field("name", nameRules)}
        />
        <Button type="submit" variant="outline" busy={form.busy}>
          {texts.change}
        </Button>
        <FormFailure form={form} className="pt-3 text-sm empty:pt-0" />
      </form>
    </AccountSection>
  );
}
