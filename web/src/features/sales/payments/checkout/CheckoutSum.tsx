import { useState } from "react";
import type { Basket, Quote } from "../../../../api/basket.ts";
import { formatCount, formatPrice } from "../../../../money.ts";
import { paths } from "../../../../pages.ts";
import { AppLink } from "../../../../ui/AppLink.tsx";
import { CodeField } from "../../CodeField.tsx";
import { isBlocking, isLineProblem } from "../../line-problems.ts";
import { PurchaseSum } from "../../PurchaseSum.tsx";
import { isOfPlace, SumError } from "../../SumError.tsx";
import { daysText } from "../../sum-texts.ts";

interface CheckoutSumProps {
  basket: Basket;
  quote: Quote | undefined;
  /** Why it could not be calculated. */
  error: Error | null;
  isOld: boolean;
  /** Nothing can be changed any more. */
  isPlaced: boolean;
  onRetry: () => void;
}

/** What is bought, and everything that it costs. */
export function CheckoutSum({ basket, quote, error, isOld, isPlaced, onRetry }: CheckoutSumProps) {
  const lines = quote?.lines ?? basket.lines;
  const chosen = quote?.methods.find(({ id }) => id === quote.method);
  // The page shows the problems of the whole basket above.
  const problems =
    quote?.problems.filter((problem) => isLineProblem(problem) || !isBlocking(problem)) ??
    basket.lines.flatMap(({ toolId, problem }) => (problem ? [{ ...problem, toolId }] : []));
  return (
    <section aria-labelledby="sum" className="checkout-sum">
      <h2 id="sum" className="text-heading">
        Sum
      </h2>
      <ul className="mt-3">
        {lines.map(({ toolId, toolName, quantity, total }) => (
          <li key={toolId} className="flex justify-between gap-4 py-1">
            <span className="min-w-0 wrap-anywhere">
              {formatCount(quantity)} × {toolName}
            </span>
            <span className="figures">{formatPrice(total)}</span>
          </li>
        ))}
      </ul>
      {problems.map((problem) => (
        <p
          key={problem.detail}
          role="alert"
          className={`buying-note buying-problem ${isBlocking(problem) ? "text-error" : ""}`}
        >
          <span>
            {problem.toolId && isLineProblem(problem) && `${nameOf(basket, problem.toolId)}: `}
            {problem.detail}
          </span>
          {isLineProblem(problem) && (
            <AppLink to={paths.basket} className="btn btn-outline btn-sm">
              Back to the basket
            </AppLink>
          )}
        </p>
      ))}
      <SumError error={error} onRetry={onRetry} />
      {quote ? (
        <>
          {(basket.takesCodes || quote.code) && !isPlaced && <CodeField code={quote.code} />}
          <SumChange
            key={`${quote.destination.province} ${quote.destination.postalCode} ${quote.method} ${quote.code?.code}`}
            total={quote.total}
          />
          <div className="mt-2 border-t border-rule-strong pt-2">
            <PurchaseSum sum={quote} delivery={chosen?.name} isOld={isOld} />
          </div>
          {/* A choice of deliveries says it. */}
          {chosen && quote.methods.length === 1 && (
            <p className="mt-2 text-sm text-quiet">
              {[daysText(chosen), chosen.text].filter(Boolean).join(" · ")}
            </p>
          )}
        </>
      ) : (
        basket.hasCharges &&
        (!error || isOfPlace(error)) && (
          <p className="mt-2 border-t border-rule-strong pt-2 text-quiet">
            The rest of the sum follows from your address.
          </p>
        )
      )}
    </section>
  );
}

const nameOf = (basket: Basket, id: string) =>
  basket.lines.find(({ toolId }) => toolId === id)?.toolName ?? "";

/** Says it when the sum changes for the same place and delivery, while the customer types. */
function SumChange({ total }: { total: number }) {
  const [first] = useState(total);
  return (
    <p role="status" className="buying-note empty:hidden">
      {total !== first && `The total was ${formatPrice(first)}, now it is ${formatPrice(total)}.`}
    </p>
  );
}
