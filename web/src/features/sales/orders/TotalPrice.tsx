import type { Charge } from "../../../api/config.ts";
import { currencyLetters, formatCount, formatPrice } from "../../../money.ts";
import { totalText } from "../quantity.ts";
import { texts } from "./total-price.texts.en.ts";

interface TotalPriceProps {
  /** The quantity is undefined while the text is no number. */
  quantity: number | undefined;
  /** The price of one piece at this quantity. */
  price: number;
  /** What comes on top. */
  charges?: Charge[] | undefined;
  className?: string;
}

/** "3 × $10.00 = $30.00 CAD", below the form of an order. */
export const TotalPrice = ({ quantity, price, charges = [], className = "" }: TotalPriceProps) => (
  <p className={`figures ${className}`}>
    <span className="sr-only">{texts.totalPrice} </span>
    {quantity !== undefined && quantity > 0 && (
      <span className="mr-1.5 text-quiet">
        {formatCount(quantity)} × {formatPrice(price)} ={" "}
      </span>
    )}
    <output className="font-display text-2xl wrap-anywhere md:text-3xl">
      {totalText(quantity, price)}
    </output>{" "}
    <span className="text-quiet">
      {currencyLetters()}
      {charges.length > 0 && texts.andCharges(charges)}
    </span>
  </p>
);
