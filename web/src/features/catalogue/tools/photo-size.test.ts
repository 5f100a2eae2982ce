import { expect, test } from "vitest";
import {
  areaAround,
  canUploadUnchanged,
  centerCrop,
  compressionSteps,
  frameOf,
  isSmallEnough,
  zooms,
} from "./photo-size.ts";

const MIB = 1024 * 1024;
const jpeg = (size: number) => ({ type: "image/jpeg", size });

test("a photo that the shop takes is sent untouched", () => {
  expect(canUploadUnchanged(jpeg(5 * MIB), { width: 4096, height: 3072 })).toBe(true);
});

test.each([
  ["too heavy", jpeg(5 * MIB + 1), { width: 4096, height: 3072 }],
  ["too long", jpeg(MIB), { width: 4097, height: 100 }],
  ["too high", jpeg(MIB), { width: 100, height: 4097 }],
  ["of another format", { type: "image/avif", size: 100 }, { width: 350, height: 450 }],
])("one that is %s is not", (_, file, size) => {
  expect(canUploadUnchanged(file, size)).toBe(false);
});

test("it is written less exactly first, and then with fewer pixels, in its own shape", () => {
  const tried = [...compressionSteps({ width: 8000, height: 6000 })];
  expect(tried[0]).toEqual({ width: 4096, height: 3072, quality: 0.9 });
  expect(tried[2]).toEqual({ width: 4096, height: 3072, quality: 0.7 });
  expect(tried[3]).toEqual({ width: 3072, height: 2304, quality: 0.9 });
  for (const { width, height } of tried) {
    expect(Math.max(width, height)).toBeLessThanOrEqual(4096);
    expect(width / height).toBeCloseTo(4 / 3, 2);
  }
  expect(tried.at(-1)?.width).toBeLessThan(1500);
});

test("a small photo is tried, and not made larger", () => {
  expect([...compressionSteps({ width: 300, height: 40 })]).toHaveLength(3);
  expect([...compressionSteps({ width: 300, height: 40 })][0]).toMatchObject({
    width: 300,
    height: 40,
  });
  expect([...compressionSteps({ width: 20_000, height: 1 })][0]).toMatchObject({
    width: 4096,
    height: 1,
  });
});

test("the limit is five mebibytes", () => {
  expect(isSmallEnough(5 * MIB)).toBe(true);
  expect(isSmallEnough(5 * MIB + 1)).toBe(false);
});

test("the middle is shown, as large as fits", () => {
  const frame = { width: 350, height: 450 };
  expect(centerCrop({ width: 1350, height: 900 }, frame)).toEqual({
    left: 325,
    top: 0,
    width: 700,
    height: 900,
  });
  expect(centerCrop({ width: 700, height: 1000 }, frame)).toEqual({
    left: 0,
    top: 50,
    width: 700,
    height: 900,
  });
});

const FRAME = { width: 350, height: 450 };
const PHOTOS = [
  { width: 1350, height: 900 },
  { width: 700, height: 1400 },
];

test.each(PHOTOS)(
  "a crop starts with what the shop shows, and all of the photo is sent",
  (photo) => {
    const first = frameOf(photo, FRAME, { zoom: zooms(photo, FRAME)[0], x: 0.5, y: 0.5 });
    expect(first).toEqual(centerCrop(photo, FRAME));
    expect(areaAround(first, photo)).toEqual({ left: 0, top: 0, ...photo });
  },
);

test("the whole of a wide photo fits, with margins above and below", () => {
  const frame = frameOf({ width: 1400, height: 450 }, FRAME, { zoom: 1, x: 0.5, y: 0.5 });
  expect(frame).toEqual({ left: 0, top: -675, width: 1400, height: 1800 });
});

test.each(PHOTOS)("the shop’s centered crop of what is sent is the chosen part", (photo) => {
  for (const zoom of [1, 1.3, 2.5, 6])
    for (const x of [0, 0.2, 0.5, 1]) {
      const frame = frameOf(photo, FRAME, { zoom, x, y: 0.9 });
      const sent = areaAround(frame, photo);
      const shown = centerCrop(sent, FRAME);
      expect(sent.left + shown.left).toBeCloseTo(frame.left);
      expect(sent.top + shown.top).toBeCloseTo(frame.top);
      expect(shown.width).toBeCloseTo(frame.width);
    }
});
