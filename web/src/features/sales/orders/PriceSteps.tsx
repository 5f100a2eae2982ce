import "./price-steps.css";
import { useId } from "react";
import type { Tool } from "../../../api/client.ts";
import { formatCount, formatPrice, toCents } from "../../../money.ts";
import { texts } from "./quantity.texts.en.ts";

interface PriceStepsProps {
  tool: Tool;
  /** The price that applies to the typed quantity. */
  price?: number;
  /** Without it the tiles only tell the prices. */
  onChoose?: (quantity: number) => void;
}

/** The prices by quantity. A press on one chooses the smallest quantity that has it. */
export function PriceSteps({ tool, price, onChoose }: PriceStepsProps) {
  const id = useId();
  const steps = [{ from: tool.minimumQuantity, price: tool.price }, ...(tool.priceSteps ?? [])];
  return (
    <div role="group" aria-labelledby={id} className="price-steps figures">
      <p id={id} className="text-sm font-medium">
        {texts.priceByQuantity}
      </p>
      <div>
        {steps.map((step) => {
          // Rounded down, so that no tile promises more than the price keeps.
          const saved = Math.floor(100 - (100 * toCents(step.price)) / toCents(tool.price));
          return (
            <button
              key={step.from}
              type="button"
              aria-pressed={step.price === price}
              disabled={!onChoose || step.from > tool.availableQuantity}
              onClick={() => onChoose?.(step.from)}
            >
              <span>
                {formatCount(step.from)}
                <span aria-hidden="true">+</span>
                <span className="sr-only"> {texts.orMore}</span>
              </span>{" "}
              <span className="font-display">{formatPrice(step.price)}</span>{" "}
              {saved > 0 ? (
                <span className="price-steps-saved">{texts.save(saved)}</span>
              ) : (
                <span className="text-quiet">{texts.each}</span>
              )}
            </button>
          );
        })}
      </div>
    </div>
  );
}
