import { errorMessage } from "../../api/error-messages.ts";
import { ApiError } from "../../api/errors.ts";
import type { ToolDraft } from "./tool-draft.ts";

interface ToolError {
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
export function toolErrors(error: unknown): ToolError[] {
  if (!(error instanceof ApiError)) return [{ field: "root", message: errorMessage(error) }];
  if (error.code === "name_taken") return [{ field: "name", message: errorMessage(error) }];
  // The general words for too little stock speak to a buyer.
  if (error.code === "not_enough_stock" || error.code === "too_much_stock")
    return [{ field: "availableQuantity", message: error.message }];
  const fieldErrors = error.fields.flatMap(({ field, detail }) => {
    const known = FIELDS[field];
    return known ? [{ field: known, message: detail }] : [];
  });
  return fieldErrors.length > 0 ? fieldErrors : [{ field: "root", message: errorMessage(error) }];
}
