import { useBasketCount } from "../../../api/basket.ts";
import { formatCount } from "../../../money.ts";
import { paths } from "../../../pages.ts";
import { AppNavLink } from "../../../ui/AppLink.tsx";
import { BasketIcon } from "../../../ui/icons.tsx";

/** The number stands over the icon, so that nothing moves when it appears. */
export function BasketLink() {
  const count = useBasketCount();
  return (
    <AppNavLink to={paths.basket} className="basket-link">
      <BasketIcon />
      <span className="sr-only">Basket</span>
      {count > 0 && (
        <span className="figures basket-count">
          <span className="sr-only">, </span>
          {formatCount(count)}
        </span>
      )}
    </AppNavLink>
  );
}
