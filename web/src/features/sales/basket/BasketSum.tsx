import { useState } from "react";
import type { Basket, Quote } from "../../../api/basket.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import type { Place } from "../../../api/place.ts";
import { currencyLetters, formatPrice } from "../../../money.ts";
import type { Province } from "../../../provinces.ts";
import { Field } from "../../../ui/Field.tsx";
import { ProvinceOptions } from "../../../ui/ProvinceOptions.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { CodeField, useTypedCode } from "../CodeField.tsx";
import { DeliveryChoice } from "../DeliveryChoice.tsx";
import { goodsOf, isBlocking } from "../line-problems.ts";
import { PurchaseSum } from "../PurchaseSum.tsx";
import { isOfPlace, SumError } from "../SumError.tsx";
import { texts } from "./texts.en.ts";

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
  const typedCode = useTypedCode();
  const goods = quote?.goods ?? goodsOf(basket.lines);
  // The page shows the others above.
  const told = quote?.problems.filter((problem) => !isBlocking(problem)) ?? [];
  return (
    <section aria-labelledby="sum" className="basket-sum">
      <h2 id="sum" className="text-heading">
        {texts.sum}
      </h2>
      {basket.hasCharges && (
        <PlaceChoice quote={quote} error={isOfPlace(error) ? error : null} {...choice} />
      )}
      {quote && (
        <DeliveryChoice
          quote={quote}
          chosen={choice.place.method}
          legendClass="text-sm font-medium"
          onChange={(method) => choice.onChange({ method })}
        />
      )}
      {told.map(({ detail }) => (
        <p key={detail} className="buying-note mt-4">
          {detail}
        </p>
      ))}
      {(basket.takesCodes || quote?.code) && <CodeField code={quote?.code} typedCode={typedCode} />}
      <div className="basket-amounts">
        <PurchaseSum
          sum={quote ?? { goods, shipping: 0, taxes: [], total: goods }}
          delivery={quote?.method && texts.delivery}
          hasNoTotal
          isOld={isOld}
        />
      </div>
      <SumError error={error} onRetry={onRetry} />
    </section>
  );
}

/** The total below all lines. On phones it stays at the bottom. */
export function BasketTotal({
  basket,
  quote,
  isOld,
}: Omit<BasketSumProps, "place" | "onChange" | "onRetry" | "error">) {
  const total = quote?.total ?? goodsOf(basket.lines);
  const isWhole = quote !== undefined || !basket.hasCharges;
  return (
    <p role="status" className="figures" aria-busy={isOld}>
      <span className="text-quiet max-lg:block max-lg:text-sm">
        {isWhole ? texts.total : texts.totalOfGoods}{" "}
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

function PlaceChoice({ quote, error, place, onChange }: ChoiceProps & { error: Error | null }) {
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
      <legend className="text-sm font-medium">{texts.deliveringTo}</legend>
      <SelectField
        label={texts.province}
        value={place.province || quote?.destination.province || ""}
        onChange={({ target }) =>
          onChange({ province: target.value as Province, postalCode: code.trim() })
        }
      >
        {!quote && <option value="">{texts.chooseProvince}</option>}
        <ProvinceOptions />
      </SelectField>
      <Field
        label={texts.postalCode}
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
