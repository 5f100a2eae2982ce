// A phone's photo is larger than what the shop takes; these are the sizes it may have.

/** Of the longer side, in pixels. */
const MAX_SIDE = 4_096;
const MAX_BYTES = 5 * 1024 * 1024;

/** Formats that the shop reads. Others are turned into JPEG, if the browser can. */
const ACCEPTED_TYPES = new Set(["image/jpeg", "image/png", "image/webp"]);

const QUALITIES = [0.9, 0.8, 0.7];
/** By so much both sides shrink when no quality was enough. */
const SHRINK_FACTOR = 0.75;
const MIN_SIDE = 1_000;

interface Size {
  width: number;
  height: number;
}

export const isSmallEnough = (bytes: number) => bytes <= MAX_BYTES;

export const canUploadUnchanged = (file: { type: string; size: number }, { width, height }: Size) =>
  ACCEPTED_TYPES.has(file.type) && isSmallEnough(file.size) && Math.max(width, height) <= MAX_SIDE;

/** Ever smaller ways to write a picture anew: first less exactly, then with fewer pixels. */
export function* compressionSteps(picture: Size): Generator<Size & { quality: number }> {
  let side = Math.min(MAX_SIDE, Math.max(picture.width, picture.height));
  do {
    for (const quality of QUALITIES) yield { ...scaledTo(picture, side), quality };
    side *= SHRINK_FACTOR;
  } while (side >= MIN_SIDE);
}

function scaledTo({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** The middle of a picture in the shape of `frame`: what the shop will show of it. */
export function centerCrop(picture: Size, target: Size) {
  const width = Math.min(picture.width, (picture.height * target.width) / target.height);
  const height = Math.min(picture.height, (picture.width * target.height) / target.width);
  return { left: (picture.width - width) / 2, top: (picture.height - height) / 2, width, height };
}
