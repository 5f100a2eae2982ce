import { useEffect, useState } from "react";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormFailure } from "../../../ui/FormActions.tsx";
import { hasFormDraft } from "../../../ui/use-form-draft.ts";
import { AUTHORITIES } from "../../settings/shop-settings/charges/taxes.ts";
import { SaveStep } from "./SaveStep.tsx";
import { draftOf, useStepForm } from "./use-step-form.ts";

const REGISTRATION = "registration";

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** A question, because both answers are right for some shop. */
export function TaxStep() {
  const [isRegistered, setRegistered] = useState(hasFormDraft(draftOf(REGISTRATION)));
  const [isBack, setBack] = useState(false);
  const none = useStepForm({
    step: "taxes",
    defaultValues: {},
    change: () => ({ taxStatus: "unregistered" }),
  });
  if (isRegistered)
    return (
      <RegistrationForm
        onBack={() => {
          setBack(true);
          setRegistered(false);
        }}
      />
    );
  return (
    <>
      <p className="mb-4 max-w-prose">
        Is your business registered for GST/HST? Most have to be once their sales pass $30,000 in
        four quarters.
      </p>
      <FormFailure form={none} className="mb-3 empty:hidden" />
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" busy={none.busy} onClick={() => void none.submit()}>
          I am not registered
        </Button>
        <Button
          ref={isBack ? focus : undefined}
          variant="outline"
          onClick={() => setRegistered(true)}
        >
          Add my number
        </Button>
      </div>
      <p className="mt-3 max-w-prose text-sm text-quiet">
        Without a registration your shop charges no tax. You can add your number at any time.
      </p>
    </>
  );
}

function RegistrationForm({ onBack }: { onBack: () => void }) {
  const form = useStepForm({
    step: REGISTRATION,
    defaultValues: { number: "", from: new Date().toLocaleDateString("en-CA") },
    change: ({ number, from }) => ({
      taxRegistrations: [{ authority: "GST/HST", number, from, until: null }],
    }),
    refused: (error) => {
      const detail = error.fields.find(({ field }) => field === "taxRegistrations")?.detail;
      if (!detail) return false;
      form.setError("number", { message: detail }, { shouldFocus: true });
      return true;
    },
  });
  const { setFocus } = form;
  useEffect(() => setFocus("number"), [setFocus]);
  return (
    <form noValidate onSubmit={form.submit}>
      <div className="way-fields">
        <Field
          label="GST/HST number"
          autoComplete="off"
          maxLength={40}
          placeholder={AUTHORITIES["GST/HST"].example}
          {...form.field("number", { required: "Please enter your number." })}
        />
        <Field
          label="Registered since"
          type="date"
          {...form.field("from", { required: "Please enter the first day." })}
        />
      </div>
      <p className="mb-4 max-w-prose text-sm text-quiet">
        The shop knows the rates of each province. Numbers for QST, PST and RST go to{" "}
        <AppLink
          to={`${paths.shopSettings}?section=taxes&field=taxRegistrations`}
          className="underline underline-offset-4"
        >
          Taxes
        </AppLink>
        .
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <div>
          <SaveStep form={form} />
        </div>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}
