import type { Tool } from "../../../api/client.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { changedPart } from "../../../ui/changed-part.ts";
import { counted } from "../../../words.en.ts";
import { parseCount } from "../amounts.ts";
import { texts } from "./edit-tool.texts.en.ts";
import { describeSteps } from "./price-steps.ts";
import { draftOf, FIELDS, type ToolDraft } from "./tool-draft.ts";
import { texts as formTexts } from "./tool-form.texts.en.ts";

// Two admins edit the same tool and the other one saves first. Shows the differences and merges both edits.

interface Difference {
  field: keyof ToolDraft;
  label: string;
  before: string;
  now: string;
  /** Whether this form has changed the field, too. */
  isEditedHere: boolean;
}

const isOurs = (field: keyof ToolDraft, draft: ToolDraft, opened: Tool) =>
  !isSame(draft[field], draftOf(opened)[field]);

/** Photos are compared one by one, and two files only with themselves. */
function isSame(one: ToolDraft[keyof ToolDraft], other: ToolDraft[keyof ToolDraft]): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return (
    one.length === other.length &&
    one.every(({ photo, alt }, at) => photo === other[at]?.photo && alt === other[at]?.alt)
  );
}

function display(field: keyof ToolDraft, tool: Tool): string {
  switch (field) {
    case "price":
      return formatPrice(tool.price);
    case "priceSteps":
      return describeSteps(tool);
    case "morePhotos":
      return describePhotos(draftOf(tool));
    case "availableQuantity":
    case "minimumQuantity":
      return formatCount(tool[field]);
    case "photo":
      return tool.img;
    case "name":
    case "description":
      return tool[field];
    case "status":
      return texts.statuses[draftOf(tool).status];
    default:
      return draftOf(tool)[field] || texts.nothing;
  }
}

const describePhotos = ({ morePhotos }: ToolDraft) =>
  [counted.pictures(morePhotos.length), ...morePhotos.map(({ alt }) => alt)]
    .filter(Boolean)
    .join(", ");

function beforeAndNow(field: keyof ToolDraft, opened: Tool, now: Tool) {
  const [before, after] = [display(field, opened), display(field, now)];
  const [one, other] = field === "description" ? changedPart(before, after) : [before, after];
  return { before: one, now: other };
}

/** What another admin has changed since the form was opened. */
export function differences(opened: Tool, now: Tool, draft: ToolDraft): Difference[] {
  const [before, after] = [draftOf(opened), draftOf(now)];
  return FIELDS.filter((field) => !isSame(before[field], after[field])).map((field) => ({
    field,
    label: formTexts.labels[field],
    ...beforeAndNow(field, opened, now),
    isEditedHere: isOurs(field, draft, opened),
  }));
}

/** Applies the draft's changes to the latest version. A change of the stock keeps its difference. */
export function rebased(draft: ToolDraft, opened: Tool, now: Tool): ToolDraft {
  const next = draftOf(now);
  for (const field of FIELDS) if (isOurs(field, draft, opened)) copy(field, draft, next);
  return { ...next, availableQuantity: stock(next.availableQuantity, draft, opened, now) };
}

function copy<Field extends keyof ToolDraft>(field: Field, from: ToolDraft, to: ToolDraft) {
  to[field] = from[field];
}

function stock(kept: string, draft: ToolDraft, opened: Tool, now: Tool): string {
  const typed = parseCount(draft.availableQuantity);
  if (typed === undefined) return kept;
  return String(Math.max(0, now.availableQuantity + typed - opened.availableQuantity));
}
