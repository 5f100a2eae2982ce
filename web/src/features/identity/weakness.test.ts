import { expect, test } from "vitest";
import { weaknessOf } from "./weakness.ts";

test.each([
  ["123456", "first that anybody tries"],
  ["Password", "first that anybody tries"],
  ["P@ssw0rd", "first that anybody tries"],
  ["gardening2026!", "first that anybody tries"],
  ["aaaaaaaa", "simple row"],
  ["abababab", "simple row"],
  ["fernfernfern", "simple row"],
  ["fghjkl", "simple row"],
  ["zyxwvuts", "simple row"],
  ["mosses", "short"],
])("%j is said to be easy to guess: %s", (password, why) => {
  expect(weaknessOf(password)).toContain(why);
});

test("what others know of its owner is easy to guess", () => {
  const about = ["Robin Moss", "robin.moss+shop@example.com"];
  expect(weaknessOf("robin-and-rain", about)).toContain("your name or e-mail");
  expect(weaknessOf("my.moss.grows", about)).toContain("your name or e-mail");
  expect(weaknessOf("fern-and-rain", about)).toBeUndefined();
});

test.each(["garden-customer", "compost-and-rain", "tulips in november", "Xk7#pQ2v"])(
  "%j raises no word",
  (password) => {
    expect(weaknessOf(password)).toBeUndefined();
  },
);

test("what is too short for the form is the form's to say", () => {
  expect(weaknessOf("12345")).toBeUndefined();
});
