import { paths } from "../../../../pages.ts";
import { AppLink } from "../../../../ui/AppLink.tsx";
import { LoginLink } from "../../../../ui/LoginLink.tsx";
import { latestPurchasePath } from "../../use-place-purchase.ts";

const LINK = "underline underline-offset-4";

/**
 * Links from an empty basket to the order that another tab of this browser may have made of it. If
 * no order is known, a guest gets a link to the login, and an account one to its orders.
 */
export function IfOrdered({ isGuest }: { isGuest: boolean }) {
  const order = latestPurchasePath();
  if (order)
    return (
      <>
        If you have just ordered, see{" "}
        <AppLink to={order} className={LINK}>
          your order
        </AppLink>
        .
      </>
    );
  if (isGuest)
    return (
      <>
        Have an account? <LoginLink className={LINK}>Log in</LoginLink> to see its basket.
      </>
    );
  return (
    <>
      If you have just ordered, see{" "}
      <AppLink to={paths.myOrders} className={LINK}>
        My Orders
      </AppLink>
      .
    </>
  );
}
