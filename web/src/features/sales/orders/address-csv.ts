import type { Order } from "../../../api/client.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { currentShop } from "../../../api/shop.ts";
import { swapped } from "../../../api/swap.ts";

/** A spreadsheet runs a cell as a formula that begins so. server/src/http/csv.rs has the same rule. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/;
const FORMULA_INSIDE = /([;\t\r\n])(?="*[=+\-@＝＋－＠\t\r])/g;

function cell(text: string) {
  const inside = text.replace(FORMULA_INSIDE, "$1'");
  const defused = FORMULA.test(inside) ? `'${inside}` : inside;
  return /[",;\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}

const COLUMNS = ["Order", "Name", "Address", "Phone", "E-mail", "Tool", "Quantity"];

/** A file for labels: where the orders go. */
export function addressCsv(orders: Order[]): string {
  const rows = orders.map((order) => {
    const { address, phone } = swapped(order);
    const { customerName, customerEmail, toolName, orderQuantity } = order;
    const contact = [customerName, address, phone, customerEmail];
    return [orderNumber(order), ...contact, toolName, String(orderQuantity)];
  });
  // Spreadsheets of French Canada separate cells so.
  const separator = currentShop().locale === "fr-CA" ? ";" : ",";
  return `\uFEFF${[COLUMNS, ...rows].map((row) => `${row.map(cell).join(separator)}\r\n`).join("")}`;
}

export function downloadAddresses(orders: Order[]) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([addressCsv(orders)], { type: "text/csv" }));
  link.download = "addresses.csv";
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
