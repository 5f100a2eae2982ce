import { TextArea } from "../../../ui/Field.tsx";
import { SaveStep } from "./SaveStep.tsx";
import { PaymentTestButton } from "./ServiceTests.tsx";
import { TEST_KEYS_TEXT } from "./today.ts";
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
      <p className="mb-4 max-w-prose">
        By transfer, cheque or cash: customers read your text after an order and in its e-mail. You
        record the payment at the order.
      </p>
      <TextArea
        label="How to pay"
        rows={3}
        maxLength={400}
        hint="For example: Interac e-Transfer to pay@example.ca. Or cash when you pick up."
        {...form.field("howToPay", { required: "Please write how customers pay." })}
      />
      <SaveStep form={form} />
      <div className="mt-5 border-t border-rule pt-4 text-sm text-quiet">
        <h4 className="font-sans font-semibold text-base-content">Cards</h4>
        <p className="mt-1 max-w-prose wrap-anywhere">
          {takesCards
            ? TEST_KEYS_TEXT
            : "With an account at Stripe, set TROWEL_STRIPE_SECRET_KEY, TROWEL_STRIPE_PUBLISHABLE_KEY and TROWEL_STRIPE_WEBHOOK_SECRET on the shop’s server and start it again. This step is then done."}
        </p>
        {takesCards && <PaymentTestButton />}
      </div>
    </form>
  );
}
