import type { Tool, ToolPicture } from "../../../api/client.ts";
import type { components } from "../../../api/schema.gen.ts";
import { showToast } from "../../../ui/toast.tsx";
import { parseCount, parseKilograms, parsePrice } from "../amounts.ts";
import { gtinError } from "./gtin.ts";
import { parseSteps, stepsError, stepsTextOf } from "./price-steps.ts";
import { photoTexts, texts } from "./tool-form.texts.en.ts";

/** A file on this device, or the address of a photo in the shop. */
export type Photo = File | string;

/** A photo after the first. */
export interface MorePhoto {
  photo: Photo;
  /** What it shows. */
  alt: string;
}

export const MAX_PHOTOS = 8;
export const MAX_ALT_LENGTH = 200;

/** Adds as many of these files as there is room for. A toast says how many were left out. */
export function withPhotos(photos: MorePhoto[], files: File[]): MorePhoto[] {
  const all = [...photos, ...files.map((photo) => ({ photo, alt: "" }))];
  const left = all.length - (MAX_PHOTOS - 1);
  if (left > 0) showToast("warning", photoTexts.tooMany(MAX_PHOTOS, left));
  return all.slice(0, MAX_PHOTOS - 1);
}

/** A tool as typed in a form. */
export interface ToolDraft {
  name: string;
  photo: Photo | null;
  photoAlt: string;
  morePhotos: MorePhoto[];
  description: string;
  frenchName: string;
  frenchDescription: string;
  price: string;
  /** The steps as a text, in the form that price-steps.ts reads. */
  priceSteps: string;
  availableQuantity: string;
  minimumQuantity: string;
  sku: string;
  /** The digits of its bar code. */
  gtin: string;
  brand: string;
  /** The maker's number. */
  mpn: string;
  /** A slug. */
  category: string;
  /** The stock at which it counts as low. */
  lowStock: string;
  /** The weight of one piece in kilograms. */
  weight: string;
  status: "published" | "draft";
}

export const EMPTY_DRAFT: ToolDraft = {
  name: "",
  photo: null,
  photoAlt: "",
  morePhotos: [],
  description: "",
  frenchName: "",
  frenchDescription: "",
  price: "",
  priceSteps: "",
  availableQuantity: "",
  minimumQuantity: "1",
  sku: "",
  gtin: "",
  brand: "",
  mpn: "",
  category: "",
  lowStock: "",
  weight: "",
  status: "published",
};

export const FIELDS = Object.keys(EMPTY_DRAFT) as (keyof ToolDraft)[];

const MAX_LENGTH = { name: 120, description: 4_000 };
const MAX_QUANTITY = 1_000_000;

const text = (required: string, maxLength: number) => ({
  required,
  validate: (typed: string) => {
    const { length } = [...typed.trim()];
    if (length === 0) return required;
    return length <= maxLength || texts.tooLong(maxLength, length);
  },
});

const quantity = (min: number) => ({
  required: texts.quantityRequired,
  validate: (typed: string) => {
    if (typed.trim() === "") return texts.quantityRequired;
    const count = parseCount(typed);
    return (count !== undefined && count >= min) || texts.invalidQuantity(min, MAX_QUANTITY);
  },
});

/** The first message of each rule comes from docs/specification.md, the limits from docs/api.md. */
export const toolRules = {
  name: text(texts.nameRequired, MAX_LENGTH.name),
  description: text(texts.descriptionRequired, MAX_LENGTH.description),
  price: {
    required: texts.priceRequired,
    validate: (typed: string) => {
      if (typed.trim() === "") return texts.priceRequired;
      const price = parsePrice(typed);
      return (price !== undefined && price > 0) || texts.invalidPrice;
    },
  },
  availableQuantity: quantity(0),
  minimumQuantity: quantity(1),
};

const MAX_SKU_LENGTH = 40;
const MAX_IDENTIFIER_LENGTH = 70;

const atMost = (maxLength: number) => ({
  validate: (typed: string) => [...typed.trim()].length <= maxLength || texts.atMost(maxLength),
});

/** Rules of fields that may be empty. */
export const optionalRules = {
  frenchName: atMost(MAX_LENGTH.name),
  frenchDescription: atMost(MAX_LENGTH.description),
  sku: atMost(MAX_SKU_LENGTH),
  gtin: {
    validate: (typed: string) => typed.trim() === "" || (gtinError(typed) ?? true),
  },
  brand: atMost(MAX_IDENTIFIER_LENGTH),
  mpn: atMost(MAX_IDENTIFIER_LENGTH),
  priceSteps: {
    validate: (_typed: string, draft: ToolDraft) => stepsError(draft) ?? true,
  },
  lowStock: {
    validate: (typed: string) => typed.trim() === "" || toolRules.availableQuantity.validate(typed),
  },
  weight: {
    validate: (typed: string) =>
      typed.trim() === "" || parseKilograms(typed) !== undefined || texts.invalidWeight,
  },
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
  photoAlt: tool.imgAlt ?? "",
  morePhotos: (tool.pictures ?? []).slice(1).map(({ url, alt }) => ({ photo: url, alt })),
  description: tool.description,
  price: tool.price.toFixed(2),
  availableQuantity: String(tool.availableQuantity),
  minimumQuantity: String(tool.minimumQuantity),
  ...extrasOf(tool),
});

/** The fields that may be empty. */
const extrasOf = (tool: Tool) => ({
  frenchName: tool.french?.name ?? "",
  frenchDescription: tool.french?.description ?? "",
  sku: tool.sku ?? "",
  gtin: tool.gtin ?? "",
  brand: tool.brand ?? "",
  mpn: tool.mpn ?? "",
  category: tool.category ?? "",
  lowStock: String(tool.lowStock ?? ""),
  weight: tool.weightGrams ? `${tool.weightGrams / 1_000}` : "",
  priceSteps: stepsTextOf(tool),
  status: tool.draft ? ("draft" as const) : ("published" as const),
});

type Extras = ReturnType<typeof extrasOf>;
type NewTool = components["schemas"]["NewToolBody"];

/** Both texts. One that has not changed stays. */
const french = ({ frenchName, frenchDescription }: ToolDraft) => ({
  french: { name: frenchName.trim(), description: frenchDescription.trim() },
});

/** What the body has for each field that may be empty. Empty texts remove what the tool had. */
const BODY_MEMBERS: Record<keyof Extras, (draft: ToolDraft) => Partial<NewTool>> = {
  frenchName: french,
  frenchDescription: french,
  sku: ({ sku }) => ({ sku: sku.trim() }),
  gtin: ({ gtin }) => ({ gtin: gtin.trim() }),
  brand: ({ brand }) => ({ brand: brand.trim() }),
  mpn: ({ mpn }) => ({ mpn: mpn.trim() }),
  category: ({ category }) => ({ category }),
  lowStock: ({ lowStock }) => ({ lowStock: lowStock.trim() }),
  weight: ({ weight }) => ({ weightGrams: `${parseKilograms(weight) ?? ""}` }),
  priceSteps: ({ priceSteps }) => ({ priceSteps: parseSteps(priceSteps) }),
  status: ({ status }) => ({ draft: status === "draft" }),
};

const EXTRAS = Object.keys(BODY_MEMBERS) as (keyof Extras)[];

const changedExtras = (draft: ToolDraft, before: Extras): Partial<NewTool> =>
  Object.assign(
    {},
    ...EXTRAS.filter((field) => draft[field].trim() !== before[field]).map((field) =>
      BODY_MEMBERS[field](draft),
    ),
  );

/** The body of an edit. Unchanged stock is left out, because returned orders can bring it above the limit. */
export function editBody(draft: ToolDraft, pictures: ToolPicture[], opened: Tool) {
  const { availableQuantity, ...rest } = {
    ...coreBody(draft, pictures),
    ...changedExtras(draft, extrasOf(opened)),
    ...(hasMore(opened) && { pictures }),
  };
  const isTouched = draft.availableQuantity !== draftOf(opened).availableQuantity;
  return isTouched ? { ...rest, availableQuantity } : rest;
}

const hasMore = ({ imgAlt, pictureCount }: Tool) => Boolean(imgAlt) || (pictureCount ?? 1) > 1;

/**
 * The fields that every tool has, of a valid draft. The server would refuse the 0 of an invalid one. One photo without
 * a text is sent as docs/specification.md has it.
 */
const coreBody = (draft: ToolDraft, pictures: ToolPicture[]) => ({
  name: draft.name.trim(),
  description: draft.description.trim(),
  price: parsePrice(draft.price) ?? 0,
  availableQuantity: parseCount(draft.availableQuantity) ?? 0,
  minimumQuantity: parseCount(draft.minimumQuantity) ?? 0,
  img: pictures[0]?.url ?? "",
  ...((pictures.length > 1 || pictures[0]?.alt) && { pictures }),
});

export const newToolBody = (draft: ToolDraft, pictures: ToolPicture[]) => ({
  ...coreBody(draft, pictures),
  ...changedExtras(draft, EMPTY_DRAFT),
});
