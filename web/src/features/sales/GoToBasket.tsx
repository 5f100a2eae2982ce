import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { texts } from "./order-again.texts.en.ts";

/** The button that had the focus is gone. */
const takeFocus = (link: HTMLAnchorElement | null) => {
  if (document.activeElement === document.body) link?.focus();
};

/** Takes the place of the button that has put tools into the basket. */
export const GoToBasket = ({ className }: { className: string }) => (
  <AppLink to={paths.basket} ref={takeFocus} className={`btn ${className}`}>
    {texts.goToBasket}
  </AppLink>
);
