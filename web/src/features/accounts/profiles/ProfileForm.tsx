import type { Profile } from "../../../api/client.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormFailure } from "../../../ui/FormActions.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { resetAfterSubmit, useFormDraft } from "../../../ui/use-form-draft.ts";
import { useSaveProfile } from "./queries.ts";
import { texts } from "./texts.en.ts";

/** The server's limit for each field. */
const MAX_LENGTH = 300;

interface ProfileFormProps {
  account: { name: string; email: string };
  stored: Profile;
}

export function ProfileForm({ account: { name, email }, stored }: ProfileFormProps) {
  const saving = useSaveProfile(email);
  const form = useApiForm({
    defaultValues: {
      location: stored.location ?? "",
      address: stored.address ?? "",
      phone: stored.phone ?? "",
    },
    call: (typed) => saving.mutateAsync({ name, ...typed }),
    done: (_answer, typed): void => {
      resetAfterSubmit(form, typed, typed);
      showToast("success", texts.saved);
    },
  });
  const { register, busy } = form;
  useFormDraft(`profile of ${email}`, form);

  return (
    <form noValidate onSubmit={form.submit}>
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        <Field
          label={texts.name}
          value={name}
          disabled
          hint={
            <AppLink to={paths.account} className="underline underline-offset-4">
              {texts.changeName}
            </AppLink>
          }
        />
        <Field label={texts.email} type="email" value={email} disabled />
        <Field
          label={texts.location}
          autoComplete="address-level2"
          maxLength={MAX_LENGTH}
          {...register("location")}
        />
        <Field
          label={texts.address}
          autoComplete="street-address"
          maxLength={MAX_LENGTH}
          {...register("address")}
        />
        <Field
          label={texts.phone}
          type="tel"
          autoComplete="tel"
          maxLength={MAX_LENGTH}
          {...register("phone")}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" className="min-w-32" busy={busy}>
          {texts.save}
        </Button>
        <p role="status" className="text-sm text-quiet">
          {form.formState.isDirty && !busy && texts.notSaved}
        </p>
      </div>
      <FormFailure form={form} className="mt-4" expiredText={texts.sessionEnded} />
    </form>
  );
}
