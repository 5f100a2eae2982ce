import { attempts, canBeSentAsItIs, isLightEnough, middle } from "./photo-size.ts";

interface PreparedPhoto {
  /** What is uploaded. */
  blob: Blob;
  /** What the shop will show of it, as a data address: the page's policy knows no others of its own making. */
  preview: string;
}

const PREVIEW = { width: 350, height: 450 };

/** A photo that cannot become a tool's picture; its message says why. */
export class PhotoFault extends Error {}

const inWork = new WeakMap<File, Promise<PreparedPhoto>>();

/** The photo in a form that the shop takes: upright, at most 4096 pixels long and 5 MiB. Asked again, it is the same work. */
export function preparedPhoto(file: File): Promise<PreparedPhoto> {
  const known = inWork.get(file);
  if (known) return known;
  const work = prepare(file);
  inWork.set(file, work);
  // A browser short of room may have some at the next try.
  work.catch(() => inWork.delete(file));
  return work;
}

async function prepare(file: File): Promise<PreparedPhoto> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => {
    throw new PhotoFault(
      "This file cannot be read as a picture. Choose a JPEG, PNG or WebP file, please.",
    );
  });
  try {
    const { width, height } = PREVIEW;
    const shown = middle(picture, PREVIEW);
    const preview = painted(picture, shown, { width: 2 * width, height: 2 * height });
    return {
      blob: canBeSentAsItIs(file, picture) ? file : await rewritten(picture),
      preview: preview.toDataURL("image/jpeg", 0.85),
    };
  } finally {
    picture.close();
  }
}

async function rewritten(picture: ImageBitmap): Promise<Blob> {
  const whole = { left: 0, top: 0, width: picture.width, height: picture.height };
  for (const { quality, ...size } of attempts(picture)) {
    const blob = await encoded(painted(picture, whole, size), quality);
    if (blob && isLightEnough(blob.size)) return blob;
  }
  throw new PhotoFault("This photo cannot be made small enough. Choose another one, please.");
}

const encoded = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));

function painted(
  picture: ImageBitmap,
  part: { left: number; top: number; width: number; height: number },
  { width, height }: { width: number; height: number },
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const brush = canvas.getContext("2d");
  if (!brush) throw new PhotoFault("This browser has no room for so large a photo.");
  // JPEG has no see-through places; the shop lays them on white paper too.
  brush.fillStyle = "#fff";
  brush.fillRect(0, 0, width, height);
  brush.imageSmoothingQuality = "high";
  brush.drawImage(picture, part.left, part.top, part.width, part.height, 0, 0, width, height);
  return canvas;
}
