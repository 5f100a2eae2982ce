import { sentence } from "../../api/error-messages.ts";
import { ApiError } from "../../api/errors.ts";
import type { ToolDraft } from "./tool-draft.ts";

interface Refusal {
  /** Beside which field it belongs; `root`: the form as a whole. */
  field: keyof ToolDraft | "root";
  message: string;
}

const FIELDS: Record<string, keyof ToolDraft> = {
  name: "name",
  img: "photo",
  description: "description",
  price: "price",
  availableQuantity: "availableQuantity",
  minimumQuantity: "minimumQuantity",
};

/** Where a refused tool's sentences belong, in the order of the form. */
export function refusalsOf(error: unknown): Refusal[] {
  if (!(error instanceof ApiError)) return [{ field: "root", message: sentence(error) }];
  if (error.code === "name_taken") return [{ field: "name", message: sentence(error) }];
  // The general words for too little stock speak to a buyer.
  if (error.code === "not_enough_stock" || error.code === "too_much_stock")
    return [{ field: "availableQuantity", message: error.message }];
  const refusals = error.fields.flatMap(({ field, detail }) => {
    const known = FIELDS[field];
    return known ? [{ field: known, message: detail }] : [];
  });
  return refusals.length > 0 ? refusals : [{ field: "root", message: sentence(error) }];
}
