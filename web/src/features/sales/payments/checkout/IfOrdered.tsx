import { paths } from "../../../../pages.ts";
import { AppLink } from "../../../../ui/AppLink.tsx";
import { LoginLink } from "../../../../ui/LoginLink.tsx";
import { latestPurchasePath } from "../../use-place-purchase.ts";
import { texts } from "./checkout.texts.en.tsx";

const LINK = "underline underline-offset-4";

/**
 * Links from an empty basket to the order that another tab of this browser may have made of it. If
 * no order is known, a guest gets a link to the login, and an account one to its orders.
 */
export function IfOrdered({ isGuest }: { isGuest: boolean }) {
  const order = latestPurchasePath();
  if (order)
    return texts.ifOrdered((text) => (
      <AppLink to={order} className={LINK}>
        {text}
      </AppLink>
    ));
  if (isGuest) return texts.ifAccount((text) => <LoginLink className={LINK}>{text}</LoginLink>);
  return texts.ifOrderedBefore((text) => (
    <AppLink to={paths.myOrders} className={LINK}>
      {text}
    </AppLink>
  ));
}
