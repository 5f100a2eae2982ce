// A phone's photo is larger than what the shop takes; these are the sizes it may have.

/** Of the longer side, in pixels. */
const MOST_SIDE = 4_096;
const MOST_BYTES = 5 * 1024 * 1024;

/** Formats that the shop reads. Others are turned into JPEG, if the browser can. */
const TAKEN = new Set(["image/jpeg", "image/png", "image/webp"]);

const QUALITIES = [0.9, 0.8, 0.7];
/** By so much both sides shrink when no quality was enough. */
const SHRINKING = 0.75;
const SMALLEST_SIDE = 1_000;

interface Size {
  width: number;
  height: number;
}

export const isLightEnough = (bytes: number) => bytes <= MOST_BYTES;

export const canBeSentAsItIs = (file: { type: string; size: number }, { width, height }: Size) =>
  TAKEN.has(file.type) && isLightEnough(file.size) && Math.max(width, height) <= MOST_SIDE;

/** Ever smaller ways to write a picture anew: first less exactly, then with fewer pixels. */
export function* attempts(picture: Size): Generator<Size & { quality: number }> {
  let side = Math.min(MOST_SIDE, Math.max(picture.width, picture.height));
  do {
    for (const quality of QUALITIES) yield { ...within(picture, side), quality };
    side *= SHRINKING;
  } while (side >= SMALLEST_SIDE);
}

function within({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** The middle of a picture in the shape of `frame`: what the shop will show of it. */
export function middle(picture: Size, frame: Size) {
  const width = Math.min(picture.width, (picture.height * frame.width) / frame.height);
  const height = Math.min(picture.height, (picture.width * frame.height) / frame.width);
  return { left: (picture.width - width) / 2, top: (picture.height - height) / 2, width, height };
}
