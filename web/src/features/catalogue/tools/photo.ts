import {
  type Area,
  areaAround,
  type Crop,
  canUploadUnchanged,
  centerCrop,
  compressionSteps,
  frameOf,
  isSmallEnough,
  scaledTo,
} from "./photo-size.ts";
import { photoTexts } from "./tool-form.texts.en.ts";

interface PreparedPhoto {
  blob: Blob;
  /** A preview as a data URL, because the page's content security policy allows no blob URLs. */
  preview: string;
  /** The shop shows it larger than it is. */
  isSmall: boolean;
}

/** The size on a card. */
export const PREVIEW = { width: 350, height: 450 };

/** A photo that cannot be used. The message says why. */
export class PhotoError extends Error {}

const pending = new WeakMap<File, Promise<PreparedPhoto>>();

/** The photo upright and within the shop's limits. Repeated calls share the same work. */
export function preparePhoto(file: File): Promise<PreparedPhoto> {
  const known = pending.get(file);
  if (known) return known;
  const work = readPhoto(file);
  pending.set(file, work);
  // A browser without memory for it now may have some at the next try.
  work.catch(() => pending.delete(file));
  return work;
}

export const readPicture = (file: File) =>
  createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => {
    throw new PhotoError(photoTexts.unreadable);
  });

async function readPhoto(file: File): Promise<PreparedPhoto> {
  const picture = await readPicture(file);
  try {
    const { width, height } = PREVIEW;
    const shown = centerCrop(picture, PREVIEW);
    const preview = draw(picture, shown, { width: 2 * width, height: 2 * height });
    return {
      blob: canUploadUnchanged(file, picture) ? file : await compress(picture),
      preview: preview.toDataURL("image/jpeg", 0.85),
      isSmall: shown.width < width,
    };
  } finally {
    picture.close();
  }
}

async function compress(picture: ImageBitmap): Promise<Blob> {
  const all = { left: 0, top: 0, width: picture.width, height: picture.height };
  for (const { quality, ...size } of compressionSteps(picture)) {
    const blob = await toJpeg(draw(picture, all, size), quality);
    if (blob && isSmallEnough(blob.size)) return blob;
  }
  throw new PhotoError(photoTexts.tooLarge);
}

const toJpeg = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));

/** The file and the crop that a cropped photo was made of. */
const originals = new WeakMap<File, { file: File; crop: Crop }>();

/** What a crop starts from: all of the photo, with the crop so far. */
export const originalOf = (file: File) => originals.get(file) ?? { file, crop: undefined };

/** A photo of which the shop shows this part. The rest stays, as far as it can, for the enlarged picture. */
export async function cropPhoto(file: File, picture: ImageBitmap, crop: Crop): Promise<File> {
  const area = areaAround(frameOf(picture, PREVIEW, crop), picture);
  const blob = await toJpeg(draw(picture, area, scaledTo(area)), 0.92);
  if (!blob) throw new PhotoError(photoTexts.tooLarge);
  const cropped = new File([blob], file.name, { type: "image/jpeg" });
  originals.set(cropped, { file, crop });
  return cropped;
}

/** Parts of the area that lie beyond the picture are white. */
export function draw(
  picture: ImageBitmap,
  area: Area,
  { width, height }: { width: number; height: number },
  canvas = document.createElement("canvas"),
): HTMLCanvasElement {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new PhotoError(photoTexts.tooLargeForBrowser);
  // JPEG has no transparency. The shop uses white as well.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, area.left, area.top, area.width, area.height, 0, 0, width, height);
  return canvas;
}
