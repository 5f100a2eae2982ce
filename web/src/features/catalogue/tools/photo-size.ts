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

export interface Area extends Size {
  left: number;
  top: number;
}

/** What the owner chose of a photo. At `zoom` 1 all of it is in the frame, with margins. */
export interface Crop {
  zoom: number;
  /** The place between the edges of the photo: 0 is left or top, 1 is right or bottom. */
  x: number;
  y: number;
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

/** The size with this longer side at most. */
export function scaledTo({ width, height }: Size, side = MAX_SIDE): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** The largest centered part of a picture with the aspect ratio of `target`. The shop shows this part. */
export function centerCrop(picture: Size, target: Size): Area {
  const width = Math.min(picture.width, (picture.height * target.width) / target.height);
  const height = Math.min(picture.height, (picture.width * target.height) / target.width);
  return { left: (picture.width - width) / 2, top: (picture.height - height) / 2, width, height };
}

/** The zooms of a picture: at the first one the frame is full, the last one enlarges that three times. */
export function zooms(picture: Size, target: Size): [full: number, last: number] {
  const whole = frameOf(picture, target, { zoom: 1, x: 0, y: 0 });
  const full = whole.width / centerCrop(picture, target).width;
  return [full, 3 * full];
}

/** The chosen part of a picture, in the aspect ratio of `target`. It may reach beyond the picture. */
export function frameOf(picture: Size, target: Size, { zoom, x, y }: Crop): Area {
  const width = Math.max(picture.width, (picture.height * target.width) / target.height) / zoom;
  const height = (width * target.height) / target.width;
  return { left: (picture.width - width) * x, top: (picture.height - height) * y, width, height };
}

/**
 * Returns the largest part of a picture around a frame whose centered crop by the shop is this
 * frame.
 */
export function areaAround(frame: Area, picture: Size): Area {
  const [top, height] = spread(frame.top, frame.height, picture.height);
  const [left, width] = spread(frame.left, frame.width, picture.width);
  return width * frame.height > frame.width * height
    ? { ...frame, left, width }
    : { ...frame, top, height };
}

/** A range with the same middle, as long as fits. */
function spread(start: number, length: number, all: number): [start: number, length: number] {
  const middle = start + length / 2;
  const longest = Math.max(length, 2 * Math.min(middle, all - middle));
  return [middle - longest / 2, longest];
}
