import type { Basket, Quote } from "../../../../api/basket.ts";
import { formatCount, formatPrice } from "../../../../money.ts";
import { paths } from "../../../../pages.ts";
import { AppLink } from "../../../../ui/AppLink.tsx";
import { Picture } from "../../../../ui/Picture.tsx";
import { CodeField, type useTypedCode } from "../../CodeField.tsx";
import { deliveryText } from "../../delivery-texts.ts";
import { goodsOf } from "../../line-problems.ts";
import { DeliveryIcon, Promised, ReturnIcon } from "../../Promised.tsx";
import { Amount, PurchaseSum } from "../../PurchaseSum.tsx";
import { isOfPlace } from "../../SumError.tsx";
import { texts } from "./checkout.texts.en.tsx";
import { useIsWide } from "./use-is-wide.ts";

interface CheckoutSumProps {
  basket: Basket;
  quote: Quote | undefined;
  /** Why it could not be calculated. */
  error: Error | null;
  isOld: boolean;
  /** Nothing can be changed any more. */
  isPlaced: boolean;
  typedCode: ReturnType<typeof useTypedCode>;
}

/** What is bought, and everything that it costs. */
export function CheckoutSum({
  basket,
  quote,
  error,
  isOld,
  isPlaced,
  typedCode,
}: CheckoutSumProps) {
  const isWide = useIsWide();
  const placeOf = ({ toolId }: { toolId: string }) =>
    basket.lines.findIndex((line) => line.toolId === toolId);
  // A quote has another order. The lines stay where they are when it arrives.
  const lines = quote?.lines.toSorted((a, b) => placeOf(a) - placeOf(b)) ?? basket.lines;
  const chosen = quote?.methods.find(({ id }) => id === quote.method);
  const goods = formatPrice(goodsOf(basket.lines));
  // The button says the same, and never the total of an earlier choice.
  const total = quote && (isOld && !error ? texts.calculating : formatPrice(quote.total));
  const known = total ?? (basket.hasCharges ? texts.goodsFor(goods) : goods);
  return (
    <section aria-labelledby="sum" className="checkout-sum">
      <h2 id="sum" className="text-xl max-lg:sr-only">
        {texts.sum}
      </h2>
      <details open={isWide || typedCode[0] !== undefined}>
        <summary className="checkout-summary">
          <span className="figures">
            {texts.lines(lines.length)} · {known}
          </span>
        </summary>
        <ul>
          {lines.map(({ toolId, toolName, quantity, price, total }) => (
            <li key={toolId} className="checkout-line">
              <LinePicture basket={basket} toolId={toolId} />
              <span className="min-w-0 wrap-anywhere">
                {toolName}
                <span className="figures block text-sm text-quiet">
                  {formatCount(quantity)} × {formatPrice(price)}
                </span>
              </span>
              <span className="figures">{formatPrice(total)}</span>
            </li>
          ))}
        </ul>
        {quote ? (
          <>
            {(basket.takesCodes || quote.code) && !isPlaced && (
              <CodeField code={quote.code} typedCode={typedCode} />
            )}
            <div className="checkout-amounts">
              <PurchaseSum sum={quote} delivery={chosen?.name} isOld={isOld} />
            </div>
          </>
        ) : (
          basket.hasCharges &&
          (!error || isOfPlace(error)) && (
            <div className="checkout-amounts">
              <dl className="purchase-sum">
                <Amount title={texts.goods}>{goods}</Amount>
              </dl>
              <p className="mt-1 text-quiet">{texts.restFollows}</p>
            </div>
          )
        )}
        <ul aria-label={texts.promises} className="checkout-promises">
          {chosen && (
            <Promised icon={<DeliveryIcon />}>
              {deliveryText(chosen)}
              {/* A choice of deliveries says it. */}
              {chosen.text && quote?.methods.length === 1 && ` · ${chosen.text}`}
            </Promised>
          )}
          <Promised icon={<ReturnIcon />}>
            <AppLink to={paths.returns} className="underline underline-offset-4">
              {texts.howToReturn}
            </AppLink>
          </Promised>
        </ul>
      </details>
    </section>
  );
}

function LinePicture({ basket, toolId }: { basket: Basket; toolId: string }) {
  const img = basket.lines.find((line) => line.toolId === toolId)?.img;
  return (
    <span className="checkout-picture bg-plate">
      {img && <Picture src={img} alt="" sizes="64px" />}
    </span>
  );
}
