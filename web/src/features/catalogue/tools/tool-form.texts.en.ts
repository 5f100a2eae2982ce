import { formatCount, formatPrice } from "../../../money.ts";
import type { ToolDraft } from "./tool-draft.ts";

export const texts = {
  photoAndName: "Photo and name",
  inFrench: "In French",
  priceAndQuantities: "Price and quantities",
  shownToCustomers: "Shown to customers",
  forSearchEngines: "For search engines",
  stockWarning: "Stock warning",
  delivery: "Delivery",

  labels: {
    name: "Name",
    photo: "Photo",
    photoAlt: "Alt text",
    morePhotos: "More pictures",
    description: "Description",
    // No “Name” and “Description”, because the specification gives these labels to other fields.
    frenchName: "Title in French",
    frenchDescription: "Text in French",
    price: "Price",
    priceSteps: "Price by quantity",
    availableQuantity: "Available quantity",
    minimumQuantity: "Minimum quantity",
    sku: "SKU",
    gtin: "GTIN",
    brand: "Brand",
    mpn: "Maker’s number (MPN)",
    category: "Category",
    lowStock: "Low stock at or below",
    weight: "Weight in kg",
    status: "Status",
  } satisfies Record<keyof ToolDraft, string>,
  priceIn: (sign: string) => `Price (${sign})`,
  inFrenchHint: "French pages show the English text in place of an empty one.",
  altTextHint: "Describes the picture for customers who cannot see it.",
  gtinHint: "The number under the bar code (UPC or EAN).",
  minimumHint: "More than the available quantity: customers will see “Out of stock”.",
  weightExample: "1.5",
  published: "Published",
  draft: "Draft, not shown to customers",
  noCategory: "None",
  newCategory: "New category",

  nameRequired: "Name is required",
  imageRequired: "Image is required",
  descriptionRequired: "description is required",
  priceRequired: "price is required",
  quantityRequired: "quantity is required",
  tooLong: (max: number, length: number) =>
    `Use at most ${formatCount(max)} characters. This text has ${formatCount(length)}`,
  atMost: (max: number) => `Use at most ${max} characters`,
  invalidQuantity: (min: number, max: number) =>
    `Enter a whole number from ${min} to ${formatCount(max)}`,
  invalidPrice: "Enter an amount, like 24.50, from 0.01 to 999,999.99",
  invalidWeight: "Enter kilograms, like 1.5, from 0.001 to 1,000",
  gtinLength: "A GTIN has 8, 12, 13 or 14 digits. Enter all of them, with zeros at the beginning",
  gtinCheck: "The last digit does not fit the others. Compare the number with the bar code",

  stepsHint: "Larger orders can cost less per piece.",
  from: "From",
  stepFrom: (place: number) => `Step ${place}, from quantity`,
  stepPrice: (place: number, sign: string) => `Step ${place}, price (${sign})`,
  removeStep: (place: number) => `Remove step ${place}`,
  remove: "Remove",
  setStep: "Set a price for larger orders",
  setAnotherStep: "Set another price",
  stepWithoutQuantity: (place: number) => `Step ${place}: enter a whole number as the quantity`,
  stepWithoutPrice: (place: number) => `Step ${place}: enter an amount, like 15.20, as the price`,
  firstStepTooLow: (minimum: number) =>
    `Step 1 must begin above the minimum quantity of ${formatCount(minimum)}`,
  stepTooLow: (place: number, quantity: number) =>
    `Step ${place} must begin above ${formatCount(quantity)}`,
  stepTooExpensive: (place: number, dollars: number) =>
    `Step ${place} must cost less than ${formatPrice(dollars)}`,
  step: (quantity: number, dollars: number) =>
    `from ${formatCount(quantity)}: ${formatPrice(dollars)}`,
  noSteps: "none",

  cardOf: { published: "As customers see it", draft: "A draft: customers don’t see it yet" },
  cardAppears: "The card of your tool appears here while you type.",
  yourTool: "Your tool",
  goodFor: "What it is good for",
};

/** The texts of the photos, and of the dialog that crops one. */
export const photoTexts = {
  shown: "As the catalogue shows it",
  willBeShown: "As the catalogue will show it",
  choose: "Choose a photo",
  reading: "Reading the photo …",
  chooseHint: "Click, or drop a file here. Large photos are made smaller automatically.",
  smallHint: "This photo is small and will look blurred. Choose one of at least 350 × 450 pixels.",
  chosenHint: "This is how the catalogue shows it. Click to choose another one.",
  removePhoto: "Remove photo",
  keepPrevious: "Keep the previous photo",

  altTextOf: (place: number) => `Alt text ${place}`,
  up: "Up",
  moveUp: (place: number) => `Move picture ${place} up`,
  down: "Down",
  moveDown: (place: number) => `Move picture ${place} down`,
  crop: "Crop",
  cropOf: (place: number) => `Crop picture ${place}`,
  remove: "Remove",
  removeOf: (place: number) => `Remove picture ${place}`,
  chooseAnother: "Choose another picture",
  tooMany: (max: number, left: number) =>
    left === 1
      ? `A tool has at most ${max} photos. One photo was left out.`
      : `A tool has at most ${max} photos. ${left} photos were left out.`,

  notUploaded: (reason: string) => `The photo was not uploaded. ${reason}`,
  unreadable:
    "This file is not a picture that we can read. Please choose a JPEG, PNG or WebP file.",
  tooLarge: "This photo is too large. Please choose another one.",
  tooLargeForBrowser: "This photo is too large for your browser. Please choose a smaller one.",

  cropTitle: "Crop the photo",
  cropHint: "Cards show this part. Drag the picture, or use the sliders.",
  zoom: "Zoom",
  leftToRight: "Left to right",
  topToBottom: "Top to bottom",
  cancel: "Cancel",
  usePart: "Use this part",
};
