import { useWatch } from "react-hook-form";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import {
  type DeliveryMethod,
  describeMethod,
  isComplete,
  PRESETS,
  type PriceStep,
  pricesBy,
  stepsOf,
} from "../../settings/shop-settings/charges/delivery.ts";
import { NumberField } from "../../settings/shop-settings/charges/NumberField.tsx";
import { AMOUNT } from "../../settings/shop-settings/charges/numbers.ts";
import { deliveryStep as texts } from "./opening.texts.en.tsx";
import { SaveStep } from "./SaveStep.tsx";
import { useStepForm } from "./use-step-form.ts";

/** What most shops begin with. */
const CARDS: { preset: string; title: string; text: string }[] = [
  { preset: "One price", ...texts.onePrice },
  { preset: "Free from an amount", ...texts.freeFrom },
  { preset: "Pick-up at the shop", ...texts.pickUp },
];

/** One method from one of three cards. Its prices can be changed at once, and all else in the settings. */
export function DeliveryStep() {
  const form = useStepForm<{ preset?: string; method?: DeliveryMethod }>({
    step: "delivery",
    defaultValues: {},
    change: ({ method }) => ({ deliveryMethods: method && isComplete(method) ? [method] : [] }),
  });
  const [preset, method] = useWatch({ control: form.control, name: ["preset", "method"] });
  const setMethod = (next: DeliveryMethod | undefined) =>
    form.setValue("method", next, { shouldDirty: true });
  const steps = method ? stepsOf(method.prices) : [];
  const setStep = (index: number, change: Partial<PriceStep>) => {
    const step = steps[index];
    if (!method || !step) return;
    const changed = steps.with(index, { ...step, ...change });
    setMethod({ ...method, prices: pricesBy(method.prices.by, changed) });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (method && isComplete(method)) form.submit();
      }}
    >
      <fieldset>
        <legend className="mb-3">{texts.question}</legend>
        <div className="way-cards">
          {CARDS.map((card) => (
            <label key={card.preset}>
              <input
                type="radio"
                name="delivery"
                className="sr-only"
                checked={preset === card.preset}
                onChange={() => {
                  form.setValue("preset", card.preset);
                  setMethod(PRESETS[card.preset]);
                }}
              />
              <strong>{card.title}</strong>
              <span className="text-sm text-quiet">{card.text}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {method && (
        <>
          {!method.isPickUp && (
            <div className="way-fields mt-5">
              <NumberField
                label={texts.price}
                name={texts.price}
                kind={AMOUNT}
                value={steps[0]?.price ?? 0}
                onChange={(price) => setStep(0, { price })}
              />
              {steps.length > 1 && (
                <NumberField
                  label={texts.freeFromTotal}
                  name={texts.freeFromTotal}
                  kind={AMOUNT}
                  value={steps[1]?.limit ?? 0}
                  onChange={(limit) => setStep(1, { limit })}
                />
              )}
            </div>
          )}
          <p aria-live="polite" className="mt-4 mb-4 border-l-2 border-primary py-1 pl-4">
            {describeMethod(method)}
          </p>
          <SaveStep form={form} />
        </>
      )}
      <p className="mt-4 max-w-prose text-sm text-quiet">
        {texts.other}{" "}
        <AppLink
          to={`${paths.shopSettings}?section=delivery&field=deliveryMethods`}
          className="underline underline-offset-4"
        >
          {texts.allChoices}
        </AppLink>
      </p>
    </form>
  );
}
