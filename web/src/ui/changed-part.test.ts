import { expect, test } from "vitest";
import { changedPart } from "./changed-part.ts";

test("a long description is told by the part that changed", () => {
  const text = "one two three four five six seven eight nine ten";
  expect(changedPart(text, text.replace("six", "VI"))).toEqual([
    "… three four five six seven eight nine …",
    "… three four five VI seven eight nine …",
  ]);
  expect(changedPart("Turned from ash.", "Turned from ash. New!")).toEqual([
    "Turned from ash.",
    "Turned from ash. New!",
  ]);
  expect(changedPart("a a a a a", "a a")).toEqual(["a a a a a", "a a"]);
});
