import { errorMessage } from "../../../api/error-messages.ts";
import { ApiError } from "../../../api/errors.ts";
import type { components } from "../../../api/schema.gen.ts";
import type { ToolDraft } from "./tool-draft.ts";

type NewTool = components["schemas"]["NewToolBody"];

interface ToolError {
  /** The field that the message belongs to; `root` for the whole form. */
  field: keyof ToolDraft | "root";
  message: string;
}

const FIELDS = {
  name: "name",
  img: "photo",
  pictures: "morePhotos",
  description: "description",
  price: "price",
  priceSteps: "priceSteps",
  availableQuantity: "availableQuantity",
  minimumQuantity: "minimumQuantity",
  sku: "sku",
  category: "category",
  lowStock: "lowStock",
  weightGrams: "weight",
} satisfies Partial<Record<keyof NewTool, keyof ToolDraft>>;

const isKnown = (field: string): field is keyof typeof FIELDS => Object.hasOwn(FIELDS, field);

/** The server's errors, each with its field, in the order of the form. */
export function toolErrors(error: unknown): ToolError[] {
  if (!(error instanceof ApiError)) return [{ field: "root", message: errorMessage(error) }];
  if (error.code === "name_taken") return [{ field: "name", message: errorMessage(error) }];
  if (error.code === "sku_taken") return [{ field: "sku", message: errorMessage(error) }];
  if (error.code === "not_enough_stock" || error.code === "stock_out_of_range")
    return [{ field: "availableQuantity", message: errorMessage(error) }];
  const fieldErrors = error.fields.flatMap(({ field, detail }) => {
    return isKnown(field) ? [{ field: FIELDS[field], message: detail }] : [];
  });
  return fieldErrors.length > 0 ? fieldErrors : [{ field: "root", message: errorMessage(error) }];
}
