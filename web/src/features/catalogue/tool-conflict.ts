import type { Tool } from "../../api/client.ts";
import { formatCount, formatPrice } from "../../money.ts";
import { changedPart } from "../../ui/changed-part.ts";
import { parseCount } from "./amounts.ts";
import { draftOf, type ToolDraft } from "./tool-draft.ts";

// Two admins edit the same tool and the other one saves first. Shows the differences and merges both edits.

const FIELDS = [
  "name",
  "photo",
  "description",
  "price",
  "availableQuantity",
  "minimumQuantity",
  "sku",
  "category",
  "lowStock",
  "status",
] as const;

const LABELS: Record<keyof ToolDraft, string> = {
  name: "Name",
  photo: "Photo",
  description: "Description",
  price: "Price",
  availableQuantity: "Available quantity",
  minimumQuantity: "Minimum quantity",
  sku: "SKU",
  category: "Category",
  lowStock: "Low stock from",
  status: "Status",
};

interface Difference {
  field: keyof ToolDraft;
  label: string;
  before: string;
  now: string;
  /** Whether this form has changed the field, too. */
  isEditedHere: boolean;
}

const isOurs = (field: keyof ToolDraft, draft: ToolDraft, opened: Tool) =>
  draft[field] !== draftOf(opened)[field];

function display(field: keyof ToolDraft, tool: Tool): string {
  switch (field) {
    case "price":
      return formatPrice(tool.price);
    case "availableQuantity":
    case "minimumQuantity":
      return formatCount(tool[field]);
    case "photo":
      return tool.img;
    case "name":
    case "description":
      return tool[field];
    default:
      return draftOf(tool)[field] || "none";
  }
}

function beforeAndNow(field: keyof ToolDraft, opened: Tool, now: Tool) {
  const [before, after] = [display(field, opened), display(field, now)];
  const [one, other] = field === "description" ? changedPart(before, after) : [before, after];
  return { before: one, now: other };
}

/** What another admin has changed since the form was opened. */
export function differences(opened: Tool, now: Tool, draft: ToolDraft): Difference[] {
  const [before, after] = [draftOf(opened), draftOf(now)];
  return FIELDS.filter((field) => before[field] !== after[field]).map((field) => ({
    field,
    label: LABELS[field],
    ...beforeAndNow(field, opened, now),
    isEditedHere: isOurs(field, draft, opened),
  }));
}

/** Applies the draft's changes to the latest version. A change of the stock keeps its difference. */
export function rebased(draft: ToolDraft, opened: Tool, now: Tool): ToolDraft {
  const next = draftOf(now);
  const keep = <Name extends keyof ToolDraft>(field: Name) =>
    isOurs(field, draft, opened) ? draft[field] : next[field];
  return {
    name: keep("name"),
    photo: keep("photo"),
    description: keep("description"),
    price: keep("price"),
    availableQuantity: stock(keep("availableQuantity"), draft, opened, now),
    minimumQuantity: keep("minimumQuantity"),
    sku: keep("sku"),
    category: keep("category"),
    lowStock: keep("lowStock"),
    status: keep("status"),
  };
}

function stock(kept: string, draft: ToolDraft, opened: Tool, now: Tool): string {
  const typed = parseCount(draft.availableQuantity);
  if (typed === undefined) return kept;
  return String(Math.max(0, now.availableQuantity + typed - opened.availableQuantity));
}
