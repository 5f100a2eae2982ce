import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { paths } from "../../../pages.ts";
import { termsSections } from "../../../terms-sections.en.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { deliveryText } from "../../sales/delivery-texts.ts";
import { homePageQuery } from "./queries.ts";
import { texts } from "./texts.en.ts";

/** Delivery, returns and taxes in one line. */
export function ShopPromises() {
  const { data } = useQuery(homePageQuery);
  if (!data) return null;
  const { delivery, hasPickUp, isTaxed } = data;
  const freeFrom = delivery?.freeFrom;
  // A shop that says nothing else does not begin with its returns.
  if (!delivery && !hasPickUp && !isTaxed) return null;
  return (
    <ul aria-label={texts.promises} className="shop-promises measure">
      {(delivery || hasPickUp) && (
        <Promised
          icon={<path d="M3 6h11v10H3zM14 10h4l3 3v3h-7M7 19h.01M17 19h.01" />}
          to={`${paths.terms}#${termsSections.delivery}`}
          title={delivery ? deliveryText({ ...delivery, pickUp: false }) : texts.pickUp}
        >
          {typeof freeFrom === "number" &&
            `${freeFrom > 0 ? texts.freeFrom(freeFrom) : texts.free} `}
          {delivery && hasPickUp && texts.orPickUp}
          {!delivery && texts.atOurShop}
        </Promised>
      )}
      <Promised
        icon={<path d="M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3" />}
        to={paths.returns}
        title={texts.returns}
      >
        {texts.howToReturn}
      </Promised>
      {isTaxed && (
        <Promised
          icon={<path d="M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5" />}
          title={texts.taxes}
        >
          {texts.taxesAdded}
        </Promised>
      )}
    </ul>
  );
}

interface PromisedProps {
  icon: ReactNode;
  to?: string;
  title: string;
  children: ReactNode;
}

const Promised = ({ icon, to, title, children }: PromisedProps) => (
  <li>
    <Icon>{icon}</Icon>
    <p>
      {to ? (
        <AppLink to={to} className="font-medium underline-offset-4 hover:underline">
          {title}
        </AppLink>
      ) : (
        <span className="font-medium">{title}</span>
      )}
      <span className="block text-sm text-quiet empty:hidden">{children}</span>
    </p>
  </li>
);
