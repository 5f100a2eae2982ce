import { useState } from "react";
import { isFirstRender } from "../first-render.ts";
import { shopOrigin } from "../origin.ts";

/**
 * `first` is the main picture. A `soon` picture is visible at once as well. A `late` picture is
 * loaded when scrolled near.
 */
export type PictureLoading = "first" | "soon" | "late";

interface PictureProps {
  src: string;
  alt: string;
  load?: PictureLoading;
  sizes?: string;
  className?: string;
}

/**
 * A tool's picture, 350 × 450. The shop's own come in two sizes, the demo's also as AVIF. Other addresses are shown
 * as they are.
 */
export function Picture({
  src,
  alt,
  load = "late",
  sizes = "350px",
  className = "",
}: PictureProps) {
  const folder = shopImageFolder(src, shopOrigin());
  const [isInHtml] = useState(isFirstRender);
  const image = (
    <img
      src={src}
      alt={alt}
      width={350}
      height={450}
      // An eager picture of the app loads twice: its src first, because React sets it before the sources are beside it.
      loading={load === "late" || (folder && !isInHtml) ? "lazy" : "eager"}
      fetchPriority={load === "first" ? "high" : undefined}
      decoding="async"
      className={`aspect-[7/9] h-auto w-full object-cover dark:brightness-90 ${className}`}
    />
  );
  if (!folder) return image;
  const both = (format: string) => `${folder}/350.${format} 350w, ${folder}/700.${format} 700w`;
  return (
    <picture>
      {!isUpload(folder) && <source type="image/avif" srcSet={both("avif")} sizes={sizes} />}
      <source type="image/webp" srcSet={both("webp")} sizes={sizes} />
      {image}
    </picture>
  );
}

export function shopImageFolder(src: string, origin: string): string | undefined {
  const path = src.startsWith(`${origin}/`) ? src.slice(origin.length) : src;
  return path.match(/^(\/images\/[^?#]+)\/350\.webp$/)?.[1];
}

/** An upload is named by its hash, a picture of the demo by words. */
export const isUpload = (folder: string) => /\/[0-9a-f]{64}$/.test(folder);
