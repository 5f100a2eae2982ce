import "./tool-table.css";
import { memo } from "react";
import type { Tool } from "../../../api/client.ts";
import { useShop } from "../../../api/shop.ts";
import { isOutOfStock, stockText } from "../../../api/stock.ts";
import { formatCents, formatCount, formatPrice, toCents } from "../../../money.ts";
import { purchasePath, toolPath } from "../../../page-paths.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { BuyNow } from "../../../ui/BuyNow.tsx";
import { texts } from "./tool-table.texts.en.ts";

/**
 * The trade list: one line for each tool. Narrow screens leave out total and stock, and set the minimum below the
 * price.
 */
export default memo(function ToolTable({ tools }: { tools: Tool[] }) {
  const { hasArticles: isDemo } = useShop();
  return (
    <table className="tool-table [&_td]:figures">
      <caption className="sr-only">{texts.tools}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.tool}</th>
          <th scope="col">{texts.price}</th>
          <th scope="col">{texts.minimum}</th>
          <th scope="col">{texts.from}</th>
          <th scope="col">{texts.stock}</th>
          <th scope="col">
            <span className="sr-only">{texts.order}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tools.map((tool) => (
          <tr key={tool._id}>
            <th scope="row">
              <AppLink to={toolPath(tool)} className="underline-offset-4 hover:underline">
                {tool.name}
              </AppLink>
            </th>
            <td>
              {formatPrice(tool.price)}
              <span className="tool-table-minimum">{texts.minimumOf(tool.minimumQuantity)}</span>
            </td>
            <td>{formatCount(tool.minimumQuantity)}</td>
            <td>{formatCents(toCents(tool.price) * tool.minimumQuantity)}</td>
            <td className={isOutOfStock(tool) ? "text-error" : "text-quiet"}>{stockText(tool)}</td>
            <td>
              {isDemo ? (
                <AppLink
                  to={purchasePath(tool._id)}
                  className="btn btn-outline btn-sm"
                  aria-label={texts.purchaseOf(tool.name)}
                >
                  {texts.purchase}
                </AppLink>
              ) : (
                <BuyNow
                  tool={tool}
                  quantity={isOutOfStock(tool) ? undefined : tool.minimumQuantity}
                  variant="outline"
                  small
                  aria-label={texts.buyNow(tool.name)}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
});
