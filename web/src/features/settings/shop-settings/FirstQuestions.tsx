import { useQueryClient } from "@tanstack/react-query";
import { request, unwrapWithEtag } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { currentShop, setShop } from "../../../api/shop.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field, TextArea } from "../../../ui/Field.tsx";
import { FormFailure } from "../../../ui/FormActions.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { type ManagedSettings, settingsToEditQuery } from "./queries.ts";
import { TimeZoneField } from "./TimeZoneField.tsx";

/** The etag of settings that were never saved. */
const NEVER_SAVED = '"0"';

/** What a new shop needs most. Each answer is a save of the settings, so that the questions come once. */
export default function FirstQuestions() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const queryClient = useQueryClient();
  const form = useApiForm({
    defaultValues: { name: "", email: "", phone: "", address: "", timeZone },
    call: (body) =>
      unwrapWithEtag<ManagedSettings>(
        request("PUT /shop-settings", { header: { "If-Match": NEVER_SAVED }, body }),
      ),
    done: (saved) => {
      setShop(saved.data);
      // The page that was asked for takes the place of this longer one.
      window.scrollTo(0, 0);
    },
    failed: async (error) => {
      // Another admin was faster, so there is nothing left to ask.
      if (!(error instanceof ApiError && error.status === 412)) return false;
      setShop((await queryClient.fetchQuery(settingsToEditQuery)).data);
      return true;
    },
  });

  return (
    <form noValidate className="max-w-2xl" onSubmit={form.submit}>
      <PageTitle>Welcome to your shop</PageTitle>
      <h1 className="text-title">Welcome to your shop</h1>
      <p className="mt-4 mb-8 max-w-prose text-quiet">
        Five questions, and customers know who you are. You can change the answers, and much more,
        in{" "}
        <AppLink to={paths.shopSettings} className="underline underline-offset-4">
          Shop settings
        </AppLink>
        .
      </p>
      <p className="mb-8 max-w-prose border-l-2 border-rule-strong py-1 pl-4 text-quiet">
        Sections with sample content are off: Business Summary, How we sell, The gardener’s year,
        Blogs and My Portfolio. You can turn them on and write your own texts in Shop settings,
        under Home page.
      </p>
      <p className="mb-8 max-w-prose border-l-2 border-rule-strong py-1 pl-4 text-quiet">
        Delivery and taxes have sections there, too. Not registered for a tax? Then nothing to do:
        no tax is charged.
      </p>
      <Field
        label="What is your shop called?"
        required
        maxLength={40}
        autoComplete="organization"
        {...form.field("name")}
      />
      <Field
        label="Which e-mail address can customers write to?"
        type="email"
        autoComplete="email"
        {...form.field("email")}
      />
      <Field
        label="Which phone number can they call?"
        type="tel"
        autoComplete="tel"
        {...form.field("phone")}
      />
      <TextArea
        label="What is its postal address?"
        rows={3}
        maxLength={400}
        autoComplete="street-address"
        {...form.field("address")}
      />
      <TimeZoneField chosen={timeZone} {...form.register("timeZone")} />
      <div className="mt-8 flex flex-wrap items-center gap-4">
        <Button type="submit" className="min-w-32" busy={form.busy}>
          {form.busy ? "Saving …" : "Save"}
        </Button>
        <Button variant="quiet" onClick={() => void form.sendValues({ name: currentShop().name })}>
          Skip
        </Button>
      </div>
      <FormFailure form={form} className="mt-4 empty:hidden" />
    </form>
  );
}
