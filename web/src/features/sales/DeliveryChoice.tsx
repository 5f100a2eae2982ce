import "./buying.css";
import type { Quote } from "../../api/basket.ts";
import { daysText } from "./delivery-texts.ts";
import { texts } from "./sum.texts.en.ts";
import { priceText } from "./sum-texts.ts";

type Method = Quote["methods"][number];

interface DeliveryChoiceProps {
  quote: Quote;
  /** The chosen method shows at once, before its price arrives. */
  chosen: string | undefined;
  legendClass: string;
  onChange: (method: string) => void;
}

/** One delivery that fits is chosen, not asked. */
export function DeliveryChoice({ quote, chosen, legendClass, onChange }: DeliveryChoiceProps) {
  const { methods } = quote;
  const checked = methods.some(({ id }) => id === chosen) ? chosen : quote.method;
  const [only] = methods;
  if (!only) return null;
  if (methods.length === 1)
    return (
      <div className="delivery-choice">
        <p className={legendClass}>{texts.delivery}</p>
        <div>
          <MethodText method={only} />
        </div>
      </div>
    );
  return (
    <fieldset className="delivery-choice">
      <legend className={legendClass}>{texts.delivery}</legend>
      {methods.map((method) => (
        <label key={method.id}>
          <input
            type="radio"
            name="method"
            className="mt-1 size-4 shrink-0 accent-primary"
            checked={method.id === checked}
            onChange={() => onChange(method.id)}
          />
          <MethodText method={method} />
        </label>
      ))}
    </fieldset>
  );
}

const MethodText = ({ method }: { method: Method }) => (
  <>
    <span className="min-w-0 grow">
      {method.name}
      <span className="block text-sm text-quiet first-letter:uppercase">
        {[daysText(method), method.text].filter(Boolean).join(" · ")}
      </span>
    </span>
    <span className="figures">{priceText(method.price)}</span>
  </>
);
