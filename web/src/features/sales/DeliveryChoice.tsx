import "./address-fields.css";
import type { Quote } from "../../api/basket.ts";
import { daysText, priceText } from "./sum-texts.ts";

interface DeliveryChoiceProps {
  quote: Quote;
  onChange: (method: string) => void;
}

/** One delivery that fits is chosen, not asked. */
export const DeliveryChoice = ({ quote, onChange }: DeliveryChoiceProps) => (
  <fieldset className="checkout-methods">
    <legend className="text-heading font-display">Delivery</legend>
    {quote.methods.map((method) => (
      <label key={method.id}>
        <input
          type="radio"
          name="method"
          className="mt-1 size-4 shrink-0 accent-primary"
          checked={method.id === quote.method}
          onChange={() => onChange(method.id)}
        />
        <span className="min-w-0 grow">
          {method.name}
          <span className="block text-sm text-quiet">
            {[daysText(method), method.text].filter(Boolean).join(" · ")}
          </span>
        </span>
        <span className="figures">{priceText(method.price)}</span>
      </label>
    ))}
  </fieldset>
);
