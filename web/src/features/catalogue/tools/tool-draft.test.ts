import { describe, expect, test, vi } from "vitest";
import type { Tool } from "../../../api/client.ts";
import {
  draftOf,
  EMPTY_DRAFT,
  editBody,
  isMinimumAboveStock,
  newToolBody,
  optionalRules,
  toolRules,
  withPhotos,
} from "./tool-draft.ts";

const toast = vi.hoisted(() => vi.fn());
vi.mock("../../../ui/toast.tsx", () => ({ showToast: toast }));

type Rule = keyof typeof toolRules;

describe("what is missing is said in the specification's words", () => {
  const required: [Rule, string][] = [
    ["name", "Name is required"],
    ["description", "description is required"],
    ["price", "price is required"],
    ["availableQuantity", "quantity is required"],
    ["minimumQuantity", "quantity is required"],
  ];
  test.each(required)("%s", (field, message) => {
    expect(toolRules[field].required).toBe(message);
    expect(toolRules[field].validate("   ")).toBe(message);
  });
});

test("photos above eight are left out, and the owner reads how many", () => {
  const files = Array.from({ length: 9 }, (_, n) => new File([], `${n}.png`));
  expect(withPhotos([], files.slice(0, 7))).toHaveLength(7);
  expect(toast).not.toHaveBeenCalled();
  expect(withPhotos([], files)).toHaveLength(7);
  expect(toast).toHaveBeenCalledWith(
    "warning",
    "A tool has at most 8 photos. 2 photos were left out.",
  );
});

describe("the limits of docs/api.md", () => {
  const fits: [Rule, string][] = [
    ["name", "x".repeat(120)],
    ["name", "🌱".repeat(120)],
    ["description", "x".repeat(4_000)],
    ["price", "0.01"],
    ["price", "$999,999.99"],
    ["availableQuantity", "0"],
    ["availableQuantity", "1,000,000"],
    ["minimumQuantity", "1"],
  ];
  test.each(fits)("%s may be %s", (field, typed) => {
    expect(toolRules[field].validate(typed)).toBe(true);
  });

  const refused: [Rule, string][] = [
    ["name", "x".repeat(121)],
    ["description", "x".repeat(4_001)],
    ["price", "0"],
    ["price", "1000000"],
    ["price", "1.005"],
    ["availableQuantity", "-1"],
    ["availableQuantity", "1000001"],
    ["minimumQuantity", "0"],
    ["minimumQuantity", "2.5"],
  ];
  test.each(refused)("%s may not be %s", (field, typed) => {
    expect(toolRules[field].validate(typed)).toMatch(/^(?:Use at most|Enter) /);
  });
});

test("a minimum above the stock is noticed, as soon as both are numbers", () => {
  expect(
    isMinimumAboveStock({ ...EMPTY_DRAFT, availableQuantity: "8", minimumQuantity: "10" }),
  ).toBe(true);
  expect(
    isMinimumAboveStock({ ...EMPTY_DRAFT, availableQuantity: "10", minimumQuantity: "10" }),
  ).toBe(false);
  expect(
    isMinimumAboveStock({ ...EMPTY_DRAFT, availableQuantity: "", minimumQuantity: "10" }),
  ).toBe(false);
});

test("a draft is sent as numbers, without the spaces around its texts", () => {
  const draft = {
    ...EMPTY_DRAFT,
    name: " Dibber ",
    photo: null,
    description: " Turned from ash. ",
    price: "$1,250.5",
    availableQuantity: "1,200",
    minimumQuantity: " 20",
  };
  expect(newToolBody(draft, [{ url: "/images/dibber/350.webp", alt: "" }])).toEqual({
    name: "Dibber",
    description: "Turned from ash.",
    price: 1250.5,
    availableQuantity: 1200,
    minimumQuantity: 20,
    img: "/images/dibber/350.webp",
  });
});

const opened: Tool = {
  _id: "t1",
  name: "Dibber",
  slug: "dibber",
  price: 16,
  description: "Turned from ash.",
  img: "/images/dibber/350.webp",
  availableQuantity: 1_000_020,
  minimumQuantity: 20,
  createdAt: "2026-11-20T10:00:00Z",
  revision: 1,
};

const pictures = [{ url: opened.img, alt: "" }];

test("an edit speaks of the stock only if it was touched", () => {
  const draft = { ...draftOf(opened), name: "Ash Dibber" };
  expect(editBody(draft, pictures, opened)).toEqual({
    name: "Ash Dibber",
    description: "Turned from ash.",
    price: 16,
    minimumQuantity: 20,
    img: "/images/dibber/350.webp",
  });
  const counted = { ...draft, availableQuantity: "1,000" };
  expect(editBody(counted, pictures, opened)).toMatchObject({ availableQuantity: 1000 });
});

test("an edit names the extras that were touched, and empty ones remove what the tool had", () => {
  const labelled = { ...opened, sku: "SP-1", lowStock: 5, draft: true };
  const draft = { ...draftOf(labelled), sku: " ", status: "published" as const };
  expect(editBody(draft, pictures, labelled)).toMatchObject({ sku: "", draft: false });
  expect(newToolBody({ ...draft, lowStock: "3" }, pictures)).toMatchObject({ lowStock: "3" });
  expect(newToolBody({ ...draft, weight: "1.25" }, pictures)).toMatchObject({
    weightGrams: "1250",
  });
  const weighed = { ...opened, weightGrams: 900 };
  expect(draftOf(weighed).weight).toBe("0.9");
  expect(editBody({ ...draftOf(weighed), weight: "" }, pictures, weighed).weightGrams).toBe("");
});

test("one photo without a text is sent as specified, and others as a list", () => {
  const draft = draftOf(opened);
  expect(newToolBody(draft, pictures)).not.toHaveProperty("pictures");
  const two = [...pictures, { url: "/images/hoe/350.webp", alt: "A hoe" }];
  expect(newToolBody(draft, two)).toMatchObject({ img: opened.img, pictures: two });
  const former = { ...opened, pictureCount: 2, pictures: two };
  expect(draftOf(former).morePhotos).toEqual([{ photo: "/images/hoe/350.webp", alt: "A hoe" }]);
  expect(editBody(draft, pictures, former)).toMatchObject({ pictures });
});

test("prices by quantity are sent when they were touched, and removed by an empty list", () => {
  const steps = [{ from: 48, price: 15.2 }];
  const stepped = { ...opened, priceSteps: steps };
  const draft = draftOf(stepped);
  expect(draft.priceSteps).toBe("48:15.20");
  expect(editBody({ ...draft, priceSteps: "" }, pictures, stepped)).toMatchObject({
    priceSteps: [],
  });
  expect(newToolBody(draft, pictures)).toMatchObject({ priceSteps: steps });
});

test("the numbers of a product are sent when they changed, and empty ones are removed", () => {
  const known = { ...opened, gtin: "96385074", brand: "Fern", mpn: "F-6" };
  const draft = { ...draftOf(known), gtin: " 4006381333931 ", brand: "" };
  const body = editBody(draft, pictures, known);
  expect(body).toMatchObject({ gtin: "4006381333931", brand: "" });
  expect(body).not.toHaveProperty("mpn");
  expect(optionalRules.gtin.validate("4006381333932")).toMatch(/last digit/);
  expect(optionalRules.gtin.validate(" ")).toBe(true);
});

test("French texts are sent together when one was touched, and empty ones are removed", () => {
  const translated = { ...opened, french: { name: "Plantoir", description: "En frêne." } };
  expect(draftOf(translated)).toMatchObject({
    frenchName: "Plantoir",
    frenchDescription: "En frêne.",
  });
  expect(editBody(draftOf(translated), pictures, translated)).not.toHaveProperty("french");
  const draft = { ...draftOf(translated), frenchDescription: " " };
  expect(editBody(draft, pictures, translated)).toMatchObject({
    french: { name: "Plantoir", description: "" },
  });
  expect(newToolBody({ ...draft, frenchName: " Plantoir " }, pictures)).toMatchObject({
    french: { name: "Plantoir", description: "" },
  });
});
