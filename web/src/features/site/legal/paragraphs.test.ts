import { expect, test } from "vitest";
import { paragraphsOf } from "./paragraphs.ts";

test("a short line alone is a heading, and all else is a paragraph", () => {
  const text = "What we keep\n\nYour name.\nYour address.\n \n\nThe law\n\n<b>We follow it.</b>";
  expect(paragraphsOf(text).map(({ isHeading, text }) => [isHeading, text])).toEqual([
    [true, "What we keep"],
    [false, "Your name.\nYour address."],
    [true, "The law"],
    [false, "<b>We follow it.</b>"],
  ]);
});

test("a heading may have a comma, and a line of an address does not make one", () => {
  const text = "Damaged, wrong or missing\n\n12 Fern Lane, Halifax\n\nYours,";
  expect(paragraphsOf(text).map(({ isHeading }) => isHeading)).toEqual([true, false, false]);
});
