import "../../../ui/bottom-bar.css";
import { useEffect, useState } from "react";
import type { Tool } from "../../../api/client.ts";
import { isFirstRender } from "../../../first-render.ts";
import { purchasePath } from "../../../page-paths.ts";
import { AddToBasket } from "../../../ui/AddToBasket.tsx";
import { AppLink } from "../../../ui/AppLink.tsx";
import { QuantityField } from "../../sales/orders/QuantityField.tsx";
import { TotalPrice } from "../../sales/orders/TotalPrice.tsx";
import { useAddressQuantity } from "../../sales/orders/use-address-quantity.ts";
import { parseQuantity, priceFor, quantityError } from "../../sales/quantity.ts";

/** Quantity, total and the way to the purchase page, for visitors too. The purchase page begins with this quantity. */
export function OrderBox({ tool }: { tool: Tool }) {
  const { quantity: linked, setQuantity } = useAddressQuantity();
  const least = String(tool.minimumQuantity);
  const [typed, setTyped] = useState<string>();
  // The server knows no query of a tool's page.
  const [isTakenOver, setTakenOver] = useState(!isFirstRender());
  useEffect(() => setTakenOver(true), []);
  const text = typed ?? (isTakenOver ? linked : undefined) ?? least;
  const quantity = parseQuantity(text);

  const change = (next: string) => {
    setTyped(next);
    setQuantity(next === least ? "" : next);
  };

  return (
    <>
      <QuantityField tool={tool} value={text} onChange={change} />
      <div className="tool-order bottom-bar">
        <TotalPrice
          quantity={quantity}
          price={priceFor(tool, quantity)}
          className="grow basis-32"
        />
        <AddToBasket
          tool={tool}
          quantity={quantityError(text, tool) === undefined ? quantity : undefined}
          className="px-5"
          fields={<QuantityWithoutScript least={least} />}
        />
        <AppLink
          to={purchasePath(tool._id, text === least ? "" : text)}
          className="btn btn-primary px-10"
        >
          Purchase
        </AppLink>
      </div>
    </>
  );
}

/** The picker above needs JavaScript. */
const QuantityWithoutScript = ({ least }: { least: string }) => (
  <label className="hidden items-center gap-2 noscript:inline-flex">
    Quantity
    <input name="add" inputMode="numeric" defaultValue={least} className="input w-24" />
  </label>
);
