import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { api, unwrapWithEtag } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { currentShop, setShop } from "../../../api/shop.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field, TextArea } from "../../../ui/Field.tsx";
import { FormError } from "../../../ui/FormError.tsx";
import { setFieldErrors } from "../../../ui/field-errors.ts";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { type ManagedSettings, settingsToEditQuery } from "./queries.ts";
import { TimeZoneField } from "./TimeZoneField.tsx";

/** The etag of settings that were never saved. */
const NEVER_SAVED = '"0"';

/** What a new shop needs most. Each answer is a save of the settings, so that the questions come once. */
export default function FirstQuestions() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const form = useForm({ defaultValues: { name: "", email: "", address: "", timeZone } });
  const { errors, isSubmitting } = form.formState;
  const [failure, setFailure] = useState<Error>();
  const queryClient = useQueryClient();

  const save = async (answers: Partial<ManagedSettings>) => {
    setFailure(undefined);
    try {
      const saved = await unwrapWithEtag<ManagedSettings>(
        api.PUT("/shop-settings", {
          params: { header: { "If-Match": NEVER_SAVED } },
          body: answers,
        }),
      );
      setShop(saved.data);
    } catch (error) {
      // Another admin was faster, so there is nothing left to ask.
      if (error instanceof ApiError && error.status === 412)
        return setShop((await queryClient.fetchQuery(settingsToEditQuery)).data);
      if (!setFieldErrors(error, form)) setFailure(error as Error);
    }
  };

  return (
    <form
      noValidate
      className="max-w-2xl"
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      <PageTitle>Welcome to your shop</PageTitle>
      <h1 className="text-title">Welcome to your shop</h1>
      <p className="mt-4 mb-8 max-w-prose text-quiet">
        Four questions, and customers know who you are. You can change the answers, and much more,
        in{" "}
        <AppLink to={paths.shopSettings} className="underline underline-offset-4">
          Shop settings
        </AppLink>
        .
      </p>
      <Field
        label="What is your shop called?"
        required
        maxLength={40}
        autoComplete="organization"
        error={errors.name?.message}
        {...form.register("name")}
      />
      <Field
        label="Which e-mail address can customers write to?"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <TextArea
        label="What is its postal address?"
        rows={3}
        maxLength={400}
        autoComplete="street-address"
        error={errors.address?.message}
        {...form.register("address")}
      />
      <TimeZoneField chosen={timeZone} {...form.register("timeZone")} />
      <div className="mt-8 flex flex-wrap items-center gap-4">
        <Button type="submit" className="min-w-32" busy={isSubmitting}>
          {isSubmitting ? "Saving …" : "Save"}
        </Button>
        <Button variant="quiet" onClick={() => void save({ name: currentShop().name })}>
          Skip
        </Button>
      </div>
      <div role="alert" className="mt-4 text-error empty:hidden">
        {failure && <FormError error={failure} />}
      </div>
    </form>
  );
}
