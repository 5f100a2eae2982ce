import { expect, test } from "vitest";
import { isUpload, shopImageFolder } from "./Picture.tsx";

const origin = "https://shop.example";

test("our own pictures are known by origin or path", () => {
  expect(shopImageFolder("/images/dibber/350.webp", origin)).toBe("/images/dibber");
  expect(shopImageFolder("https://shop.example/images/dibber/350.webp", origin)).toBe(
    "/images/dibber",
  );
});

test("an upload is known by its hash, and a picture of the demo by its name", () => {
  expect(isUpload(`/images/${"0123456789abcdef".repeat(4)}`)).toBe(true);
  expect(isUpload("/images/dibber")).toBe(false);
});

test.each([
  "https://elsewhere.example/images/dibber/350.webp",
  "https://shop.example.evil/images/dibber/350.webp",
  "/images/dibber/original.png",
  "/uploads/dibber/350.webp",
])("%s has no siblings", (src) => {
  expect(shopImageFolder(src, origin)).toBeUndefined();
});
