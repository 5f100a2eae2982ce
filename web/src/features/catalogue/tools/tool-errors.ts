import { errorMessage } from "../../../api/error-messages.ts";
import { ApiError } from "../../../api/errors.ts";
import type { components } from "../../../api/schema.gen.ts";
import { EMPTY_DRAFT, type ToolDraft } from "./tool-draft.ts";

type NewTool = components["schemas"]["NewToolBody"];

interface ToolError {
  /** The field that the message belongs to; `root` for the whole form. */
  field: keyof ToolDraft | "root";
  message: string;
}

/** The members of the body that have another name in the form. */
const RENAMED: Record<Exclude<keyof NewTool | "french", keyof ToolDraft>, keyof ToolDraft> = {
  french: "frenchName",
  img: "photo",
  pictures: "morePhotos",
  weightGrams: "weight",
  draft: "status",
};

const isTyped = (field: string): field is keyof ToolDraft => Object.hasOwn(EMPTY_DRAFT, field);
const isRenamed = (field: string): field is keyof typeof RENAMED => Object.hasOwn(RENAMED, field);

function fieldOf(member: string, part: string | null | undefined): keyof ToolDraft | undefined {
  if (member === "french" && part === "description") return "frenchDescription";
  if (isRenamed(member)) return RENAMED[member];
  return isTyped(member) ? member : undefined;
}

/** The server's errors, each with its field, in the order of the form. */
export function toolErrors(error: unknown): ToolError[] {
  if (!(error instanceof ApiError)) return [{ field: "root", message: errorMessage(error) }];
  if (error.code === "name_taken") return [{ field: "name", message: errorMessage(error) }];
  if (error.code === "sku_taken") return [{ field: "sku", message: errorMessage(error) }];
  if (error.code === "not_enough_stock" || error.code === "stock_out_of_range")
    return [{ field: "availableQuantity", message: errorMessage(error) }];
  const fieldErrors = error.fields.flatMap(({ field: member, member: part, detail }) => {
    const field = fieldOf(member, part);
    return field ? [{ field, message: detail }] : [];
  });
  return fieldErrors.length > 0 ? fieldErrors : [{ field: "root", message: errorMessage(error) }];
}
