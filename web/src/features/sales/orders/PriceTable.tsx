import "./price-table.css";
import type { Tool } from "../../../api/client.ts";
import { formatCount, formatPrice } from "../../../money.ts";

interface PriceTableProps {
  tool: Tool;
  /** The price that applies to the typed quantity. */
  price?: number;
}

/** The prices by quantity, with a mark at the one that applies to a typed quantity. */
export function PriceTable({ tool, price }: PriceTableProps) {
  const steps = [{ from: tool.minimumQuantity, price: tool.price }, ...(tool.priceSteps ?? [])];
  return (
    <table className="price-table figures">
      <caption className="text-left text-sm font-medium">Price by quantity</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Quantity</th>
          <th scope="col">Price of one piece</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.from} aria-current={step.price === price || undefined}>
            <th scope="row">from {formatCount(step.from)}</th>
            <td>
              {formatPrice(step.price)}
              <span className="sr-only">{step.price === price && " (applies now)"}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
