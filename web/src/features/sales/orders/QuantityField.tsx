import type { Tool } from "../../../api/client.ts";
import { QuantityPicker } from "../../../ui/QuantityPicker.tsx";
import { parseQuantity, priceFor, quantityError, quantitySuggestions } from "../quantity.ts";
import { PriceSteps } from "./PriceSteps.tsx";
import { texts } from "./quantity.texts.en.ts";

interface QuantityFieldProps {
  tool: Tool;
  label?: string;
  /** The quantity as it was typed. */
  value: string;
  disabled?: boolean;
  onChange: (value: string) => void;
  onBlur?: () => void;
}

/** The quantity of an order, with the prices by quantity. */
export function QuantityField({
  tool,
  label = texts.orderQuantity,
  value,
  disabled = false,
  onChange,
  onBlur,
}: QuantityFieldProps) {
  const quantity = parseQuantity(value);
  return (
    <>
      {tool.priceSteps && (
        <PriceSteps
          tool={tool}
          price={priceFor(tool, quantity)}
          {...(!disabled && { onChoose: (from) => onChange(String(from)) })}
        />
      )}
      <QuantityPicker
        label={label}
        value={value}
        count={quantity}
        min={tool.minimumQuantity}
        max={tool.availableQuantity}
        suggestions={tool.priceSteps ? [] : quantitySuggestions(tool)}
        hint={texts.minimumOf(tool.minimumQuantity)}
        error={disabled ? undefined : quantityError(value, tool)}
        disabled={disabled}
        onChange={onChange}
        {...(onBlur && { onBlur })}
      />
    </>
  );
}
