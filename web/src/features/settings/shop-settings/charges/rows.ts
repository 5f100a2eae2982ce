import { ApiError } from "../../../../api/errors.ts";
import { type DeliveryMethod, missingIn } from "./delivery.ts";
import type { AddedRate, Registration } from "./taxes.ts";

/** The rows of a setting that is a JSON array in text. */
export function readRows<Row>(text: string): Row[] {
  try {
    return text ? (JSON.parse(text) as Row[]) : [];
  } catch {
    return [];
  }
}

/** Nothing for no rows, as the server stores it. */
export const writeRows = (rows: unknown[]) => (rows.length === 0 ? "" : JSON.stringify(rows));

/** The server names the row that it refused: `Row 2, QST: …`. */
export function rowError(message: string | undefined): { row: number; text: string } | undefined {
  const [, row, text] = /^Row (\d+)(?:, .*?)?: (.*)$/s.exec(message ?? "") ?? [];
  if (row === undefined || text === undefined) return undefined;
  return { row: Number(row) - 1, text: `${text[0]?.toUpperCase()}${text.slice(1)}` };
}

/** What is wrong with a row that the server could not even read. */
const CHECKS: Record<string, (row: never) => string | undefined> = {
  deliveryMethods: (method: DeliveryMethod) => missingIn(method),
  taxRegistrations: ({ from }: Registration) => (from ? undefined : "Please enter the first day."),
  addedTaxRates: ({ millionths, from }: AddedRate) =>
    typeof millionths === "string"
      ? "Please enter the rate in percent."
      : from
        ? undefined
        : "Please enter the first day.",
};

/** Throws as the server would, before a change is sent that it could not read. */
export function checkRows(change: object) {
  const errors = Object.entries(change).flatMap(([field, text]) => {
    const check = CHECKS[field];
    if (!check) return [];
    const wrong = readRows<never>(text as string).map(check);
    const row = wrong.findIndex(Boolean);
    return row < 0 ? [] : [{ field, detail: `Row ${row + 1}: ${wrong[row]}` }];
  });
  if (errors.length > 0) throw ApiError.from({ status: 422 }, { code: "invalid_field", errors });
}
