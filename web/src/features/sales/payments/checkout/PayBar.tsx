import "../../../../ui/bottom-bar.css";
import { useState } from "react";
import type { Basket, Quote } from "../../../../api/basket.ts";
import { formatPrice } from "../../../../money.ts";
import { paths } from "../../../../pages.ts";
import { AppLink } from "../../../../ui/AppLink.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Deadline } from "../../../../ui/DateText.tsx";
import { FormFailure } from "../../../../ui/FormActions.tsx";
import { isBlocking, isLineProblem, isOfBasket } from "../../line-problems.ts";
import { SumError } from "../../SumError.tsx";
import { texts } from "./checkout.texts.en.tsx";
import { IfOrdered } from "./IfOrdered.tsx";
import type { PayWay } from "./PayPart.tsx";
import type { PlacedNow } from "./use-checkout.ts";

interface PayBarProps {
  basket: Basket;
  quote: Quote | undefined;
  /** Why the sum could not be calculated. */
  error: Error | null;
  onRetry: () => void;
  placed: PlacedNow | undefined;
  by: PayWay;
  form: { failure: Error | undefined; busy: boolean };
  isGuest: boolean;
  isCalculating: boolean;
  isDisabled: boolean;
  isHidden: boolean;
  onPay: () => void;
}

/** The button that pays, and beside it everything that speaks against it. */
export function PayBar({ basket, quote, error, onRetry, placed, by, form, ...props }: PayBarProps) {
  const { isGuest, isCalculating, isDisabled, isHidden, onPay } = props;
  return (
    <div className="pay-bar bottom-bar" hidden={isHidden}>
      {placed && <Placed placed={placed} />}
      {!isHidden && <LineProblems basket={basket} quote={quote} />}
      {!isHidden && quote && (
        <SumChange
          key={`${quote.destination.province} ${quote.destination.postalCode} ${quote.method} ${quote.code?.code}`}
          total={quote.total}
        />
      )}
      <SumError error={error} onRetry={onRetry} />
      <FormFailure form={form} />
      {isOfBasket(form.failure) &&
        (form.failure.code === "basket_empty" ? (
          <p>
            <IfOrdered isGuest={isGuest} />
          </p>
        ) : (
          <BackToBasket />
        ))}
      <Button busy={form.busy} disabled={isDisabled} onClick={onPay}>
        {isCalculating ? texts.calculating : buttonText(quote, by === "card", form.busy)}
      </Button>
    </div>
  );
}

function buttonText(quote: Quote | undefined, byCard: boolean, isBusy: boolean) {
  if (isBusy) return byCard ? texts.paying : texts.placing;
  const total = quote && formatPrice(quote.total);
  if (byCard) return total ? texts.payTotal(total) : texts.payNow;
  return total ? texts.placeFor(total) : texts.place;
}

/** The purchase stands although its card did not pay. */
const Placed = ({ placed: { number, heldUntil } }: { placed: PlacedNow }) => (
  <p role="status" className="buying-note">
    {texts.unpaid(number)}
    {heldUntil && <span className="block">{texts.reservedUntil(<Deadline at={heldUntil} />)}</span>}
  </p>
);

const BackToBasket = () => (
  <AppLink to={paths.basket} className="btn btn-outline btn-sm">
    {texts.backToBasket}
  </AppLink>
);

/** What is wrong with a tool, and deliveries that are gone. The page shows the problems of the whole basket above. */
function LineProblems({ basket, quote }: Pick<PayBarProps, "basket" | "quote">) {
  const problems =
    quote?.problems.filter((problem) => isLineProblem(problem) || !isBlocking(problem)) ??
    basket.lines.flatMap(({ toolId, problem }) => (problem ? [{ ...problem, toolId }] : []));
  return (
    <>
      {problems.map((problem) => (
        <p
          key={problem.detail}
          role="alert"
          className={`buying-note ${isBlocking(problem) ? "text-error" : ""}`}
        >
          {problem.toolId && isLineProblem(problem)
            ? texts.problemOf(nameOf(basket, problem.toolId), problem.detail)
            : problem.detail}
        </p>
      ))}
      {problems.some(isLineProblem) && <BackToBasket />}
    </>
  );
}

const nameOf = (basket: Basket, id: string) =>
  basket.lines.find(({ toolId }) => toolId === id)?.toolName ?? "";

/** Says it when the sum changes for the same place and delivery, while the customer types. */
function SumChange({ total }: { total: number }) {
  const [first] = useState(total);
  return (
    <p role="status" className="buying-note empty:hidden">
      {total !== first && texts.totalChanged(formatPrice(first), formatPrice(total))}
    </p>
  );
}
