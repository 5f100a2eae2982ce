import { ApiError } from "../../../../api/errors.ts";
import type { ListName, Settings } from "../queries.ts";
import type { SettingsChange } from "../settings-draft.ts";
import { missingIn } from "./delivery.ts";
import type { AddedRate, Registration } from "./taxes.ts";
import { missing } from "./texts.en.ts";

/** Why a list was refused. Without a row it is about the whole list. */
export interface RowRefusal {
  message?: string;
  /** The index of the row, from 0. */
  row?: number;
  /** The path inside the row, such as `prices.steps[1].from`. */
  member?: string;
}

/** The member of the row itself: `prices` of `prices.steps[1].from`. */
export const topMember = (refusal: RowRefusal | undefined) => refusal?.member?.split(".")[0];

/** What the owner still has to enter in a row. */
export interface MissingInRow {
  detail: string;
  member?: string;
}

const NO_FIRST_DAY = { detail: missing.firstDay, member: "from" };

const missingInRegistration = ({ from }: Registration) => (from ? undefined : NO_FIRST_DAY);

function missingInRate({ millionths, from }: AddedRate): MissingInRow | undefined {
  if (typeof millionths === "string") return { detail: missing.rate, member: "millionths" };
  return from ? undefined : NO_FIRST_DAY;
}

/** Throws as the server would, before a change is sent that it could not read. */
export function checkRows(change: SettingsChange): asserts change is Partial<Settings> {
  const errors = [
    ...wrongRow("deliveryMethods", change.deliveryMethods, missingIn),
    ...wrongRow("taxRegistrations", change.taxRegistrations, missingInRegistration),
    ...wrongRow("addedTaxRates", change.addedTaxRates, missingInRate),
  ];
  if (errors.length > 0) throw ApiError.from({ status: 422 }, { code: "invalid_field", errors });
}

function wrongRow<Row>(
  field: ListName,
  rows: Row[] = [],
  check: (row: Row) => MissingInRow | undefined,
) {
  const found = rows.map(check);
  const row = found.findIndex(Boolean);
  return row < 0 ? [] : [{ field, code: "incomplete", row, ...found[row] }];
}
