import type { ReactNode } from "react";
import type { Purchase } from "../../../../api/client.ts";
import { useShop } from "../../../../api/shop.ts";
import { PlacedSum } from "../../PurchaseSum.tsx";
import { texts } from "./placed.texts.en.tsx";

interface PlacedSumSectionProps {
  purchase: Purchase;
  /** How it is paid. */
  children: ReactNode;
}

export const PlacedSumSection = ({ purchase, children }: PlacedSumSectionProps) => (
  <section aria-labelledby="sum" className="placed-sum">
    <h2 id="sum" className="mb-3 text-xl">
      {texts.sum}
    </h2>
    <PlacedSum purchase={purchase} />
    {purchase.delivery?.pickUp && <PickUpPlace />}
    {children && <div className="mt-6">{children}</div>}
  </section>
);

function PickUpPlace() {
  const { address } = useShop();
  return (
    address && <p className="mt-3 whitespace-pre-line wrap-anywhere">{texts.pickUpAt(address)}</p>
  );
}
