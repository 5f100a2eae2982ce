import type { Tool } from "../../api/client.ts";
import { formatCount } from "../../money.ts";
import { parseCount, parsePrice } from "./amounts.ts";

/** A file on this device, or the address of a photo in the shop. */
export type Photo = File | string;

/** A tool as typed in a form. */
export interface ToolDraft {
  name: string;
  photo: Photo | null;
  description: string;
  price: string;
  availableQuantity: string;
  minimumQuantity: string;
}

export const EMPTY_DRAFT: ToolDraft = {
  name: "",
  photo: null,
  description: "",
  price: "",
  availableQuantity: "",
  minimumQuantity: "",
};

const MAX_LENGTH = { name: 120, description: 4_000 };
const MAX_QUANTITY = 1_000_000;

const text = (required: string, maxLength: number) => ({
  required,
  validate: (typed: string) => {
    const { length } = [...typed.trim()];
    if (length === 0) return required;
    return (
      length <= maxLength ||
      `At most ${formatCount(maxLength)} characters; this has ${formatCount(length)}`
    );
  },
});

const quantity = (min: number) => ({
  required: "quantity is required",
  validate: (typed: string) => {
    if (typed.trim() === "") return "quantity is required";
    const count = parseCount(typed);
    return (
      (count !== undefined && count >= min) ||
      `Enter a whole number from ${min} to ${formatCount(MAX_QUANTITY)}`
    );
  },
});

/** The first message of each rule comes from docs/specification.md, the limits from docs/api.md. */
export const toolRules = {
  name: text("Name is required", MAX_LENGTH.name),
  description: text("description is required", MAX_LENGTH.description),
  price: {
    required: "price is required",
    validate: (typed: string) => {
      if (typed.trim() === "") return "price is required";
      const price = parsePrice(typed);
      return (
        (price !== undefined && price > 0) || "Enter dollars, like 24.50, from 0.01 to 999,999.99"
      );
    },
  },
  availableQuantity: quantity(0),
  minimumQuantity: quantity(1),
};

/** Whether the minimum exceeds the stock. This is allowed, but customers cannot order the tool. */
export function isMinimumAboveStock({ availableQuantity, minimumQuantity }: ToolDraft): boolean {
  const available = parseCount(availableQuantity);
  const minimum = parseCount(minimumQuantity);
  return available !== undefined && minimum !== undefined && available < minimum;
}

export const draftOf = (tool: Tool): ToolDraft => ({
  name: tool.name,
  photo: tool.img,
  description: tool.description,
  price: tool.price.toFixed(2),
  availableQuantity: String(tool.availableQuantity),
  minimumQuantity: String(tool.minimumQuantity),
});

/** The body of an edit. Unchanged stock is left out, because returned orders can bring it above the limit. */
export function editBody(draft: ToolDraft, img: string, opened: Tool) {
  const { availableQuantity, ...rest } = newToolBody(draft, img);
  const isTouched = draft.availableQuantity !== draftOf(opened).availableQuantity;
  return isTouched ? { ...rest, availableQuantity } : rest;
}

/** The body for a valid draft. The server would refuse the 0 of an invalid one. */
export const newToolBody = (draft: ToolDraft, img: string) => ({
  name: draft.name.trim(),
  description: draft.description.trim(),
  price: parsePrice(draft.price) ?? 0,
  availableQuantity: parseCount(draft.availableQuantity) ?? 0,
  minimumQuantity: parseCount(draft.minimumQuantity) ?? 0,
  img,
});
