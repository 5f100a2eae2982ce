import { useSyncExternalStore } from "react";
import { readStoredCount, subscribeToCount } from "../../../api/basket-count.ts";
import { useSession } from "../../../api/session/SessionProvider.tsx";
import { formatCount } from "../../../money.ts";
import { paths } from "../../../pages.ts";
import { AppNavLink } from "../../../ui/AppLink.tsx";
import { BasketIcon } from "../../../ui/icons.tsx";
import { texts } from "./texts.en.ts";

/** How many tools are in the basket. 0 as well if it is not known. */
function useBasketCount(): number {
  const { state } = useSession();
  const stored = useSyncExternalStore(subscribeToCount, readStoredCount, () => "");
  const [count, uid] = stored.split(" ");
  const isOfOther =
    uid &&
    (state.status === "signed-out" || (state.status === "signed-in" && state.session.uid !== uid));
  return isOfOther ? 0 : Number(count) || 0;
}

/** The number stands over the icon, so that nothing moves when it appears. */
export function BasketLink() {
  const count = useBasketCount();
  const name = count > 0 ? texts.basketWith(count) : texts.basket;
  return (
    <AppNavLink to={paths.basket} aria-label={name} className="basket-link">
      <BasketIcon />
      {count > 0 && <span className="figures basket-count">{formatCount(count)}</span>}
    </AppNavLink>
  );
}
