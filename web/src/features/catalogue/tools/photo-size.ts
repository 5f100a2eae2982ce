// The shop's limits for photos. Photos of a phone are often larger.

/** The longer side, in pixels. */
const MAX_SIDE = 4_096;
const MAX_BYTES = 5 * 1024 * 1024;

/** The formats that the shop accepts. The browser converts others to JPEG if it can. */
const ACCEPTED_TYPES = new Set(["image/jpeg", "image/png", "image/webp"]);

const QUALITIES = [0.9, 0.8, 0.7];
/** Applied to both sides when no quality makes the file small enough. */
const SHRINK_FACTOR = 0.75;
const MIN_SIDE = 1_000;

interface Size {
  width: number;
  height: number;
}

export const isSmallEnough = (bytes: number) => bytes <= MAX_BYTES;

export const canUploadUnchanged = (file: { type: string; size: number }, { width, height }: Size) =>
  ACCEPTED_TYPES.has(file.type) && isSmallEnough(file.size) && Math.max(width, height) <= MAX_SIDE;

/** Ways to compress a picture, from large to small: lower quality first, then fewer pixels. */
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

/** The largest centered part of a picture with the aspect ratio of `target`. The shop shows this part. */
export function centerCrop(picture: Size, target: Size) {
  const width = Math.min(picture.width, (picture.height * target.width) / target.height);
  const height = Math.min(picture.height, (picture.width * target.height) / target.width);
  return { left: (picture.width - width) / 2, top: (picture.height - height) / 2, width, height };
}
