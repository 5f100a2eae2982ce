import { useEffect, useState } from "react";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormFailure } from "../../../ui/FormActions.tsx";
import { hasFormDraft } from "../../../ui/use-form-draft.ts";
import { AUTHORITIES } from "../../settings/shop-settings/charges/taxes.ts";
import { taxStep as texts } from "./opening.texts.en.tsx";
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
      <p className="mb-4 max-w-prose">{texts.question}</p>
      <FormFailure form={none} className="mb-3 empty:hidden" />
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" busy={none.busy} onClick={() => void none.submit()}>
          {texts.notRegistered}
        </Button>
        <Button
          ref={isBack ? focus : undefined}
          variant="outline"
          onClick={() => setRegistered(true)}
        >
          {texts.addNumber}
        </Button>
      </div>
      <p className="mt-3 max-w-prose text-sm text-quiet">{texts.withoutNumber}</p>
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
          label={texts.number}
          autoComplete="off"
          maxLength={40}
          placeholder={AUTHORITIES["GST/HST"].example}
          {...form.field("number", { required: texts.numberMissing })}
        />
        <Field
          label={texts.since}
          type="date"
          {...form.field("from", { required: texts.sinceMissing })}
        />
      </div>
      <p className="mb-4 max-w-prose text-sm text-quiet">
        {texts.otherNumbers((text) => (
          <AppLink
            to={`${paths.shopSettings}?section=taxes&field=taxRegistrations`}
            className="underline underline-offset-4"
          >
            {text}
          </AppLink>
        ))}
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <div>
          <SaveStep form={form} />
        </div>
        <Button variant="quiet" onClick={onBack}>
          {texts.back}
        </Button>
      </div>
    </form>
  );
}
