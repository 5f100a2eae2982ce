import { useForm } from "react-hook-form";
import { api, unwrap } from "../../../../api/client.ts";
import { useAccount, useSession } from "../../../../api/session/SessionProvider.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { FormError } from "../../../../ui/FormError.tsx";
import { setFieldErrors } from "../../../../ui/field-errors.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { nameRules } from "../field-rules.ts";
import { AccountSection } from "./AccountSection.tsx";
import { useAccountChange } from "./queries.ts";

export function NameSection() {
  const { name } = useAccount();
  const { refresh } = useSession();
  const form = useForm({ values: { name } });
  const { register, handleSubmit, formState } = form;
  const changing = useAccountChange(async (body: { name: string }) => {
    await unwrap(api.PATCH("/identity/account", { body }));
    await refresh();
  });

  const change = handleSubmit(async (typed) => {
    if (changing.isPending) return;
    try {
      await changing.mutateAsync(typed);
      showToast("success", "Your name is changed");
    } catch (error) {
      setFieldErrors(error, form);
    }
  });

  return (
    <AccountSection
      title="Name"
      about="Your orders and reviews so far keep the name that they were written with."
    >
      <form noValidate className="max-w-sm space-y-1" onSubmit={(event) => void change(event)}>
        <Field
          label="Your name"
          autoComplete="name"
          required
          dir="auto"
          error={formState.errors.name?.message}
          {...register("name", nameRules)}
        />
        <Button type="submit" variant="outline" busy={changing.isPending}>
          Change name
        </Button>
        <div role="alert" className="pt-3 text-sm text-error empty:pt-0">
          {changing.error && !formState.errors.name && <FormError error={changing.error} />}
        </div>
      </form>
    </AccountSection>
  );
}
