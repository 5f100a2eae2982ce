import "../../../ui/bottom-bar.css";
import { useEffect, useState } from "react";
import type { Tool } from "../../../api/client.ts";
import { isFirstRender } from "../../../first-render.ts";
import { AddToBasket } from "../../../ui/AddToBasket.tsx";
import { BuyNow } from "../../../ui/BuyNow.tsx";
import { QuantityField } from "../../sales/orders/QuantityField.tsx";
import { TotalPrice } from "../../sales/orders/TotalPrice.tsx";
import { useAddressQuantity } from "../../sales/orders/use-address-quantity.ts";
import { parseQuantity, priceFor, quantityError } from "../../sales/quantity.ts";
import { texts } from "./texts.en.ts";

/** Quantity, total and the two ways to buy, for visitors too. */
export function OrderBox({ tool }: { tool: Tool }) {
  const { quantity: linked, setQuantity } = useAddressQuantity();
  const least = String(tool.minimumQuantity);
  const [typed, setTyped] = useState<string>();
  // The server knows no query of a tool's page.
  const [isTakenOver, setTakenOver] = useState(!isFirstRender());
  useEffect(() => setTakenOver(true), []);
  const text = typed ?? (isTakenOver ? linked : undefined) ?? least;
  const quantity = parseQuantity(text);
  const possible = quantityError(text, tool) === undefined ? quantity : undefined;

  const change = (next: string) => {
    setTyped(next);
    setQuantity(next === least ? "" : next);
  };

  return (
    <>
      <QuantityField tool={tool} value={text} onChange={change} />
      <div className="tool-order bottom-bar">
        <TotalPrice quantity={quantity} price={priceFor(tool, quantity)} />
        <AddToBasket
          tool={tool}
          quantity={possible}
          form={ADD_FORM}
          fields={<QuantityWithoutScript least={least} />}
        />
        <BuyNow tool={tool} quantity={possible} form={ADD_FORM} />
      </div>
    </>
  );
}

const ADD_FORM = "add-to-basket";

/** The picker above needs JavaScript. */
const QuantityWithoutScript = ({ least }: { least: string }) => (
  <label className="hidden items-center gap-2 noscript:inline-flex">
    {texts.quantity}
    <input name="add" inputMode="numeric" defaultValue={least} className="input w-24" />
  </label>
);
