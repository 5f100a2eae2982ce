import { canUploadUnchanged, centerCrop, compressionSteps, isSmallEnough } from "./photo-size.ts";

interface PreparedPhoto {
  blob: Blob;
  /** A preview as a data URL, because the page's content security policy allows no blob URLs. */
  preview: string;
  /** The shop shows it larger than it is. */
  isSmall: boolean;
}

const PREVIEW = { width: 350, height: 450 };

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

async function readPhoto(file: File): Promise<PreparedPhoto> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => {
    throw new PhotoError(
      "This file is not a picture that we can read. Please choose a JPEG, PNG or WebP file.",
    );
  });
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
  throw new PhotoError("This photo is too large. Please choose another one.");
}

const toJpeg = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));

function draw(
  picture: ImageBitmap,
  area: { left: number; top: number; width: number; height: number },
  { width, height }: { width: number; height: number },
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context)
    throw new PhotoError("This photo is too large for your browser. Please choose a smaller one.");
  // JPEG has no transparency. The shop uses white as well.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, area.left, area.top, area.width, area.height, 0, 0, width, height);
  return canvas;
}
