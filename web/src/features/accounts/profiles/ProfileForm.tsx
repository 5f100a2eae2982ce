import { useForm } from "react-hook-form";
import type { Profile } from "../../../api/client.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormError } from "../../../ui/FormError.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { resetAfterSubmit, useFormDraft } from "../../../ui/use-form-draft.ts";
import { useSaveProfile } from "./queries.ts";

/** The server's limit for each field. */
const MAX_LENGTH = 300;

interface ProfileFormProps {
  account: { name: string; email: string };
  stored: Profile;
}

export function ProfileForm({ account: { name, email }, stored }: ProfileFormProps) {
  const form = useForm({
    defaultValues: {
      location: stored.location ?? "",
      address: stored.address ?? "",
      phone: stored.phone ?? "",
    },
  });
  const { register, handleSubmit, formState } = form;
  const saving = useSaveProfile(email);
  useFormDraft(`profile of ${email}`, form);

  const save = handleSubmit(async (typed) => {
    if (saving.isPending) return;
    try {
      await saving.mutateAsync({ name, ...typed });
      resetAfterSubmit(form, typed, typed);
      showToast("success", "User Added");
    } catch {
      // Shown below from saving.error.
    }
  });

  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        <Field
          label="Name"
          value={name}
          disabled
          hint={
            <AppLink to={paths.account} className="underline underline-offset-4">
              Change your name
            </AppLink>
          }
        />
        <Field label="E-mail" type="email" value={email} disabled />
        <Field
          label="Location"
          autoComplete="address-level2"
          maxLength={MAX_LENGTH}
          {...register("location")}
        />
        <Field
          label="Address"
          autoComplete="street-address"
          maxLength={MAX_LENGTH}
          {...register("address")}
        />
        <Field
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={MAX_LENGTH}
          {...register("phone")}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" className="min-w-32" busy={saving.isPending}>
          Save
        </Button>
        <p role="status" className="text-sm text-quiet">
          {formState.isDirty && !saving.isPending && "Not saved yet"}
        </p>
      </div>
      <div role="alert" className="mt-4 text-error">
        {saving.error && <FormError error={saving.error} expiredText="No user is logged in" />}
      </div>
    </form>
  );
}
