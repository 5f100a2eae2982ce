import { currencyLetters, formatPrice } from "../money.ts";

interface FullPriceProps {
  dollars: number;
  /** A word after the letters of the currency, such as `each`. */
  unit?: string | undefined;
  /** The classes of the letters and the unit. */
  className?: string;
}

/**
 * Shows a price with the letters of the currency, such as `$54.00 CAD each`. It stands where the
 * customer decides about money.
 */
export function FullPrice({ dollars, unit = "", className = "text-quiet" }: FullPriceProps) {
  const rest = `${currencyLetters()} ${unit}`.trim();
  return (
    <>
      <span>{formatPrice(dollars)}</span>
      {rest && <span className={className}> {rest}</span>}
    </>
  );
}
