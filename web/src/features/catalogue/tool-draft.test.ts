import { describe, expect, test } from "vitest";
import { bodyOf, EMPTY_DRAFT, isShort, toolRules } from "./tool-draft.ts";

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

describe("the limits of docs/contract.md", () => {
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
    expect(toolRules[field].validate(typed)).toMatch(/^(?:At most|Enter) /);
  });
});

test("a minimum above the stock is noticed, as soon as both are numbers", () => {
  expect(isShort({ ...EMPTY_DRAFT, availableQuantity: "8", minimumQuantity: "10" })).toBe(true);
  expect(isShort({ ...EMPTY_DRAFT, availableQuantity: "10", minimumQuantity: "10" })).toBe(false);
  expect(isShort({ ...EMPTY_DRAFT, availableQuantity: "", minimumQuantity: "10" })).toBe(false);
});

test("a draft is sent as numbers, without the spaces around its texts", () => {
  const draft = {
    name: " Dibber ",
    photo: null,
    description: " Turned from ash. ",
    price: "$1,250.5",
    availableQuantity: "1,200",
    minimumQuantity: " 20",
  };
  expect(bodyOf(draft, "/images/dibber/350.webp")).toEqual({
    name: "Dibber",
    description: "Turned from ash.",
    price: 1250.5,
    availableQuantity: 1200,
    minimumQuantity: 20,
    img: "/images/dibber/350.webp",
  });
});
