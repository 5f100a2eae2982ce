import { TextArea } from "../../../ui/Field.tsx";
import { paymentStep as texts } from "./opening.texts.en.tsx";
import { SaveStep } from "./SaveStep.tsx";
import { PaymentTestButton } from "./ServiceTests.tsx";
import { tests } from "./texts.en.ts";
import { useStepForm } from "./use-step-form.ts";

/** How money comes in without cards, and what turns cards on. */
export function PaymentStep({ takesCards }: { takesCards: boolean }) {
  const form = useStepForm({
    step: "payment",
    defaultValues: { howToPay: "" },
    change: (typed) => typed,
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <p className="mb-4 max-w-prose">{texts.intro}</p>
      <TextArea
        label={texts.howToPay}
        rows={3}
        maxLength={400}
        hint={texts.howToPayHint}
        {...form.field("howToPay", { required: texts.howToPayMissing })}
      />
      <SaveStep form={form} />
      <div className="mt-5 border-t border-rule pt-4 text-sm text-quiet">
        <h4 className="font-sans font-semibold text-base-content">{texts.cards}</h4>
        <p className="mt-1 max-w-prose wrap-anywhere">
          {takesCards ? tests.testKeys : texts.turnCardsOn}
        </p>
        {takesCards && <PaymentTestButton />}
      </div>
    </form>
  );
}
