import { currencyLetters, formatPrice } from "../money.ts";

interface FullPriceProps {
  dollars: number;
  /** After the letters of the currency: `each`. */
  unit?: string | undefined;
  /** Of letters and unit. */
  className?: string;
}

/** `$54.00 CAD each`, where the customer decides about money. */
export function FullPrice({ dollars, unit = "", className = "text-quiet" }: FullPriceProps) {
  const rest = `${currencyLetters()} ${unit}`.trim();
  return (
    <>
      <span>{formatPrice(dollars)}</span>
      {rest && <span className={className}> {rest}</span>}
    </>
  );
}
