import { useState } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { Choice } from "../../../../ui/Choice.tsx";
import { Field, FieldError } from "../../../../ui/Field.tsx";
import {
  type DeliveryMethod,
  type DeliveryPrices,
  fieldOf,
  kindOf,
  PRICE_KINDS,
  type PriceKind,
  pricesOf,
} from "./delivery.ts";
import { NumberField } from "./NumberField.tsx";
import { AMOUNT, DAYS, KILOGRAMS } from "./numbers.ts";
import { ProvinceChips } from "./ProvinceChips.tsx";

interface DeliveryMethodFieldsProps {
  method: DeliveryMethod;
  /** Why the method was refused. */
  problem: string | undefined;
  onChange: (method: DeliveryMethod) => void;
}

export function DeliveryMethodFields({ method, problem, onChange }: DeliveryMethodFieldsProps) {
  const { name, text, isPickUp, provinces, prices, daysFrom, daysTo } = method;
  const set = (change: Partial<DeliveryMethod>) => onChange({ ...method, ...change });
  const wrong = problem === undefined ? undefined : fieldOf(problem);
  const errorOf = (field: typeof wrong) => (field === wrong ? problem : undefined);
  return (
    <div className="mt-4 border-t border-rule pt-4">
      <Field
        label="Name"
        hint="Customers see this name."
        error={errorOf("name")}
        dir="auto"
        maxLength={60}
        value={name}
        onChange={({ target }) => set({ name: target.value })}
      />
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
          Customers pick up the goods
          <span className="block text-sm text-quiet">The sale is taxed where the shop is.</span>
        </span>
      </label>
      <Choice
        legend="Price"
        className="mb-4"
        options={Object.entries(PRICE_KINDS)}
        value={kindOf(prices)}
        onChange={(kind) => set({ prices: pricesOf(kind as PriceKind, prices) })}
      />
      <PriceSteps prices={prices} onChange={(changed) => set({ prices: changed })} />
      {wrong === "prices" && <FieldError id={`${method.id}-prices`} message={problem} />}
      {!isPickUp && (
        <>
          <ProvinceChips
            legend="Provinces"
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
          label={isPickUp ? "Ready after days, from" : "Days, from"}
          name="Days from"
          kind={DAYS}
          value={daysFrom}
          error={errorOf("days")}
          onChange={(changed) => set({ daysFrom: changed })}
        />
        <NumberField
          label="to"
          name="Days to"
          kind={DAYS}
          value={daysTo}
          onChange={(changed) => set({ daysTo: changed })}
        />
      </div>
      <Field
        label="Note to customers (optional)"
        hint={
          isPickUp
            ? "For example your address and opening hours."
            : "For example “Canada Post, tracked”."
        }
        error={errorOf("text")}
        dir="auto"
        maxLength={200}
        value={text}
        onChange={({ target }) => set({ text: target.value })}
      />
    </div>
  );
}

interface PriceStepsProps {
  prices: DeliveryPrices;
  onChange: (prices: DeliveryPrices) => void;
}

/** The prices of a method, each with what it begins at or goes up to. */
function PriceSteps({ prices, onChange }: PriceStepsProps) {
  const isWeight = prices.by === "weight";
  const { member, limit, kind } = isWeight
    ? { member: "upTo", limit: "Up to (kg)", kind: KILOGRAMS }
    : { member: "from", limit: "From a total of", kind: AMOUNT };
  const steps: Record<string, number | string>[] = prices.steps.map((step) => ({ ...step }));
  const set = (changed: typeof steps) =>
    onChange({ by: prices.by, steps: changed } as unknown as DeliveryPrices);
  const isPlain = kindOf(prices) === "one";
  return (
    <div className="mb-2">
      {steps.map((step, index) => {
        const put = (name: string) => (value: number | string) =>
          set(steps.with(index, { ...step, [name]: value }));
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name
            key={index}
            className={`grid gap-x-3 sm:max-w-md ${isPlain ? "grid-cols-2" : "grid-cols-[1fr_1fr_auto]"}`}
          >
            {!isPlain && (
              <NumberField
                label={limit}
                name={`${limit}, step ${index + 1}`}
                kind={kind}
                value={step[member] ?? 0}
                onChange={put(member)}
                // The first price begins at nothing.
                disabled={!isWeight && index === 0}
                className="min-w-0"
              />
            )}
            <NumberField
              label="Price"
              name={isPlain ? "Price" : `Price, step ${index + 1}`}
              kind={AMOUNT}
              value={step.price ?? 0}
              onChange={put("price")}
              className="min-w-0"
            />
            {steps.length > 1 && (isWeight || index > 0) && (
              <Button
                variant="quiet"
                small
                className="mt-7.5 self-start px-2"
                aria-label={`Remove step ${index + 1}`}
                onClick={() => set(steps.filter((_, place) => place !== index))}
              >
                Remove
              </Button>
            )}
          </div>
        );
      })}
      {!isPlain && steps.length < 20 && (
        <Button variant="outline" small onClick={() => set([...steps, nextStep(steps, member)])}>
          Add a step
        </Button>
      )}
      {isWeight && (
        <p className="mt-2 max-w-prose text-sm text-quiet">
          Each tool needs its weight. Heavier goods, and tools without a weight, do not fit.
        </p>
      )}
    </div>
  );
}

/** Twice as far as the last one, at the same price. */
function nextStep(steps: Record<string, number | string>[], member: string) {
  const { [member]: last = 0, price = 0 } = steps.at(-1) ?? {};
  return { [member]: typeof last === "number" ? last * 2 : 0, price };
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
      label="Postal codes that begin with"
      hint="For local delivery, with spaces: J8X J8Y J9A. Empty: all postal codes."
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
