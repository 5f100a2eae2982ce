import { useState } from "react";
import type { Basket, Quote } from "../../../api/basket.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { ApiError } from "../../../api/errors.ts";
import { currencyLetters, formatPrice } from "../../../money.ts";
import { PROVINCES, type Province } from "../../../provinces.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { daysText, priceText, taxText } from "../sum-texts.ts";
import type { Place } from "./place.ts";

interface BasketSumProps {
  basket: Basket;
  quote: Quote | undefined;
  /** Why the place or the delivery could not be quoted. */
  error: Error | null;
  /** The amounts belong to an earlier choice. */
  isOld: boolean;
  place: Place;
  onChange: (place: Place) => void;
  onRetry: () => void;
}

/** Everything that the purchase costs, before the first form. */
export function BasketSum({ basket, quote, error, isOld, onRetry, ...choice }: BasketSumProps) {
  const goods = quote?.goods ?? basket.lines.reduce((sum, { total }) => sum + total, 0);
  const isOfField = error instanceof ApiError && error.fields.length > 0;
  const ofWhole = quote?.problems.filter(({ code }) => !LINE_PROBLEMS.has(code)) ?? [];
  return (
    <section aria-labelledby="sum" className="basket-sum">
      <h2 id="sum" className="text-heading">
        Sum
      </h2>
      {basket.hasCharges && (
        <PlaceChoice quote={quote} error={isOfField ? error : null} {...choice} />
      )}
      {quote && quote.methods.length > 0 && <Methods quote={quote} {...choice} />}
      {ofWhole.map(({ detail }) => (
        <p key={detail} className="basket-note mt-4 text-error">
          {detail}
        </p>
      ))}
      <dl className="basket-amounts figures" aria-busy={isOld}>
        <Amount title="Goods">{formatPrice(goods)}</Amount>
        {quote?.method && <Amount title="Delivery">{priceText(quote.shipping)}</Amount>}
        {quote?.taxes.map((tax) => (
          <Amount key={tax.tax} title={taxText(tax)}>
            {formatPrice(tax.amount)}
          </Amount>
        ))}
      </dl>
      {error && !isOfField && (
        <p role="alert" className="basket-note basket-problem mt-3 text-error">
          <span>{errorMessage(error)}</span>
          <Button variant="outline" small onClick={onRetry}>
            Try again
          </Button>
        </p>
      )}
    </section>
  );
}

const LINE_PROBLEMS = new Set([
  "sold_out",
  "not_enough_stock",
  "below_minimum",
  "tool_unavailable",
]);

const Amount = ({ title, children }: { title: string; children: string }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

/** The total below all lines. On phones it stays at the bottom. */
export function BasketTotal({
  basket,
  quote,
  isOld,
}: Omit<BasketSumProps, "place" | "onChange" | "onRetry" | "error">) {
  const total = quote?.total ?? basket.lines.reduce((sum, line) => sum + line.total, 0);
  const isWhole = quote !== undefined || !basket.hasCharges;
  return (
    <p role="status" className="figures" aria-busy={isOld}>
      <span className="text-quiet max-lg:block max-lg:text-sm">
        {isWhole ? "Total " : "Total of the goods "}
      </span>
      <span className="font-display text-2xl md:text-3xl">{formatPrice(total)}</span>{" "}
      <span className="text-quiet">{currencyLetters()}</span>
    </p>
  );
}

interface ChoiceProps {
  quote: Quote | undefined;
  place: Place;
  onChange: (place: Place) => void;
}

function PlaceChoice({ quote, error, place, onChange }: ChoiceProps & { error: ApiError | null }) {
  const [code, setCode] = useState(place.postalCode ?? quote?.destination.postalCode ?? "");
  const takeCode = (typed: string) => {
    const postalCode = typed.trim();
    if (postalCode === (place.postalCode ?? quote?.destination.postalCode ?? "")) return;
    // The code tells its province.
    if (postalCode) onChange({ province: "", postalCode });
    else onChange({ province: quote?.destination.province ?? "", postalCode });
  };
  return (
    <fieldset className="basket-place">
      <legend className="text-sm font-medium">Delivering to</legend>
      <SelectField
        label="Province or territory"
        value={place.province || quote?.destination.province || ""}
        onChange={({ target }) =>
          onChange({ province: target.value as Province, postalCode: code.trim() })
        }
      >
        {!quote && <option value="">Please choose</option>}
        {Object.entries(PROVINCES).map(([letters, name]) => (
          <option key={letters} value={letters}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field
        label="Postal code"
        autoComplete="postal-code"
        maxLength={20}
        value={code}
        error={error ? errorMessage(error) : undefined}
        onChange={({ target }) => {
          setCode(target.value);
          if (/^\s*[a-z]\d[a-z][ -]?\d[a-z]\d\s*$/i.test(target.value)) takeCode(target.value);
        }}
        onBlur={() => takeCode(code)}
        onKeyDown={({ key }) => key === "Enter" && takeCode(code)}
      />
    </fieldset>
  );
}

/** One method that fits is chosen, not asked. */
function Methods({ quote, place, onChange }: ChoiceProps & { quote: Quote }) {
  const { methods } = quote;
  // The choice shows at once, before its price arrives.
  const chosen = methods.some(({ id }) => id === place.method) ? place.method : quote.method;
  const [only] = methods;
  if (only && methods.length === 1)
    return (
      <div className="basket-methods">
        <p className="text-sm font-medium">Delivery</p>
        <div>
          <MethodText method={only} />
        </div>
      </div>
    );
  return (
    <fieldset className="basket-methods">
      <legend className="text-sm font-medium">Delivery</legend>
      {methods.map((method) => (
        <label key={method.id}>
          <input
            type="radio"
            name="method"
            className="mt-1 size-4 shrink-0 accent-primary"
            checked={method.id === chosen}
            onChange={() => onChange({ method: method.id })}
          />
          <MethodText method={method} />
        </label>
      ))}
    </fieldset>
  );
}

const MethodText = ({ method }: { method: Quote["methods"][number] }) => (
  <>
    <span className="min-w-0 grow">
      {method.name}
      <span className="block text-sm text-quiet">
        {[daysText(method), method.text].filter(Boolean).join(" · ")}
      </span>
    </span>
    <span className="figures">{priceText(method.price)}</span>
  </>
);
