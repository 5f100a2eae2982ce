import { useBasketCount } from "../../../api/basket-count.ts";
import { formatCount, pluralize } from "../../../money.ts";
import { paths } from "../../../pages.ts";
import { AppNavLink } from "../../../ui/AppLink.tsx";
import { BasketIcon } from "../../../ui/icons.tsx";

/** The number stands over the icon, so that nothing moves when it appears. */
export function BasketLink() {
  const count = useBasketCount();
  const name = count > 0 ? `Basket, ${pluralize(count, "tool")}` : "Basket";
  return (
    <AppNavLink to={paths.basket} aria-label={name} className="basket-link">
      <BasketIcon />
      {count > 0 && <span className="figures basket-count">{formatCount(count)}</span>}
    </AppNavLink>
  );
}
