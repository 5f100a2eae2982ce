import { useState } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { Choice } from "../../../../ui/Choice.tsx";
import { Field, FieldError } from "../../../../ui/Field.tsx";
import { french } from "../texts.en.tsx";
import {
  type DeliveryMethod,
  type DeliveryPrices,
  isNameMissing,
  isTextMissing,
  kindOf,
  PRICE_KINDS,
  type PriceKind,
  type PriceStep,
  pricesBy,
  pricesOf,
  stepsOf,
} from "./delivery.ts";
import { NumberField } from "./NumberField.tsx";
import { AMOUNT, DAYS, KILOGRAMS, type NumberKind } from "./numbers.ts";
import { ProvinceChips } from "./ProvinceChips.tsx";
import { type RowRefusal, topMember } from "./rows.ts";
import { steps as stepTexts, method as texts } from "./texts.en.ts";

/** The members whose refusal stands at their field. */
const FIELDS: (string | undefined)[] = [
  "name",
  "frenchName",
  "text",
  "frenchText",
  "areas",
  "prices",
  "daysFrom",
] satisfies (keyof DeliveryMethod)[];

export const isShownAtField = (problem: RowRefusal) => FIELDS.includes(topMember(problem));

const MISSING = <strong className="font-semibold text-base-content">{french.missing}</strong>;

interface DeliveryMethodFieldsProps {
  method: DeliveryMethod;
  /** Why the method was refused. */
  problem: RowRefusal | undefined;
  onChange: (method: DeliveryMethod) => void;
}

export function DeliveryMethodFields({ method, problem, onChange }: DeliveryMethodFieldsProps) {
  const { name, text, isPickUp, provinces, prices, daysFrom, daysTo } = method;
  const set = (change: Partial<DeliveryMethod>) => onChange({ ...method, ...change });
  const wrong = topMember(problem);
  const errorOf = (member: keyof DeliveryMethod) =>
    member === wrong ? problem?.message : undefined;
  return (
    <div className="mt-4 border-t border-rule pt-4">
      <div className="translated-setting">
        <div>
          <Field
            label={texts.name}
            hint={texts.nameHint}
            error={errorOf("name")}
            lang="en-CA"
            dir="auto"
            maxLength={60}
            value={name}
            onChange={({ target }) => set({ name: target.value })}
          />
          <Field
            label={french.labelOf(texts.name)}
            hint={isNameMissing(method) && MISSING}
            error={errorOf("frenchName")}
            lang="fr-CA"
            dir="auto"
            maxLength={60}
            value={method.frenchName ?? ""}
            onChange={({ target }) => set({ frenchName: target.value })}
          />
        </div>
      </div>
      <label className="mb-5 flex items-start gap-3">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-primary"
          checked={isPickUp}
          onChange={({ target }) =>
            set({
              isPickUp: target.checked,
              ...(target.checked && { provinces: [], areas: [] }),
            })
          }
        />
        <span>
          {texts.isPickUp}
          <span className="block text-sm text-quiet">{texts.isPickUpHint}</span>
        </span>
      </label>
      <Choice
        legend={texts.priceKind}
        className="mb-4"
        options={Object.entries(PRICE_KINDS)}
        value={kindOf(prices)}
        onChange={(kind) => set({ prices: pricesOf(kind as PriceKind, prices) })}
      />
      <PriceSteps prices={prices} onChange={(changed) => set({ prices: changed })} />
      {wrong === "prices" && <FieldError id={`${method.id}-prices`} message={problem?.message} />}
      {!isPickUp && (
        <>
          <ProvinceChips
            legend={texts.provinces}
            value={provinces}
            onChange={(changed) => set({ provinces: changed })}
          />
          <AreasField
            value={method.areas}
            error={errorOf("areas")}
            onChange={(areas) => set({ areas })}
          />
        </>
      )}
      <div className="grid grid-cols-2 gap-x-4 sm:max-w-md">
        <NumberField
          label={isPickUp ? texts.readyFrom : texts.daysFrom}
          name={texts.daysFromName}
          kind={DAYS}
          value={daysFrom}
          error={errorOf("daysFrom")}
          onChange={(changed) => set({ daysFrom: changed })}
        />
        <NumberField
          label={texts.daysTo}
          name={texts.daysToName}
          kind={DAYS}
          value={daysTo}
          onChange={(changed) => set({ daysTo: changed })}
        />
      </div>
      <div className="translated-setting">
        <div>
          <Field
            label={texts.note}
            hint={isPickUp ? texts.pickUpNoteHint : texts.noteHint}
            error={errorOf("text")}
            lang="en-CA"
            dir="auto"
            maxLength={200}
            value={text}
            onChange={({ target }) => set({ text: target.value })}
          />
          <Field
            label={french.labelOf(texts.note)}
            hint={isTextMissing(method) && MISSING}
            error={errorOf("frenchText")}
            lang="fr-CA"
            dir="auto"
            maxLength={200}
            value={method.frenchText ?? ""}
            onChange={({ target }) => set({ frenchText: target.value })}
          />
        </div>
      </div>
    </div>
  );
}

interface PriceStepsProps {
  prices: DeliveryPrices;
  onChange: (prices: DeliveryPrices) => void;
}

/** The limit of a step. */
const LIMITS = {
  goods: { label: stepTexts.fromTotal, labelOf: stepTexts.fromTotalOf, kind: AMOUNT },
  weight: { label: stepTexts.upToKilograms, labelOf: stepTexts.upToKilogramsOf, kind: KILOGRAMS },
} satisfies Record<
  DeliveryPrices["by"],
  { label: string; labelOf: (step: number) => string; kind: NumberKind }
>;

/** The prices of a method, each with what it begins at or goes up to. */
function PriceSteps({ prices, onChange }: PriceStepsProps) {
  const { label, labelOf, kind } = LIMITS[prices.by];
  // The first price of a total begins at nothing.
  const hasFirstLimit = prices.by !== "goods";
  const steps = stepsOf(prices);
  const set = (changed: PriceStep[]) => onChange(pricesBy(prices.by, changed));
  const isPlain = kindOf(prices) === "one";
  return (
    <div className="mb-2">
      {steps.map((step, index) => {
        const put = (change: Partial<PriceStep>) => set(steps.with(index, { ...step, ...change }));
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name
            key={index}
            className={`grid gap-x-3 sm:max-w-md ${isPlain ? "grid-cols-2" : "grid-cols-[1fr_1fr_auto]"}`}
          >
            {!isPlain && (
              <NumberField
                label={label}
                name={labelOf(index + 1)}
                kind={kind}
                value={step.limit}
                onChange={(limit) => put({ limit })}
                disabled={!hasFirstLimit && index === 0}
                className="min-w-0"
              />
            )}
            <NumberField
              label={stepTexts.price}
              name={isPlain ? stepTexts.price : stepTexts.priceOf(index + 1)}
              kind={AMOUNT}
              value={step.price}
              onChange={(price) => put({ price })}
              className="min-w-0"
            />
            {steps.length > 1 && (hasFirstLimit || index > 0) && (
              <Button
                variant="quiet"
                small
                className="mt-7.5 self-start px-2"
                aria-label={stepTexts.removeOf(index + 1)}
                onClick={() => set(steps.filter((_, place) => place !== index))}
              >
                {stepTexts.remove}
              </Button>
            )}
          </div>
        );
      })}
      {!isPlain && steps.length < 20 && (
        <Button variant="outline" small onClick={() => set([...steps, nextStep(steps)])}>
          {stepTexts.add}
        </Button>
      )}
      {prices.by === "weight" && (
        <p className="mt-2 max-w-prose text-sm text-quiet">{stepTexts.needsWeights}</p>
      )}
    </div>
  );
}

/** Twice as far as the last one, at the same price. */
function nextStep(steps: PriceStep[]): PriceStep {
  const { limit, price } = steps.at(-1) ?? { limit: 0, price: 0 };
  return { limit: typeof limit === "number" ? limit * 2 : 0, price };
}

const wordsIn = (text: string) =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);

interface AreasFieldProps {
  value: string[];
  error: string | undefined;
  onChange: (value: string[]) => void;
}

function AreasField({ value, error, onChange }: AreasFieldProps) {
  const [typed, setTyped] = useState<string>();
  const isTyped = typed !== undefined && wordsIn(typed).join() === value.join();
  return (
    <Field
      label={texts.areas}
      hint={texts.areasHint}
      error={error}
      autoComplete="off"
      maxLength={800}
      className="mb-1"
      value={isTyped ? typed : value.join(" ")}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(wordsIn(target.value));
      }}
    />
  );
}
