import { createContext, useContext } from "react";

/** The shop's own origin. Given from above, because pages are also rendered where there is no location. */
export const ShopOrigin = createContext("");

/** `first`: the page's main picture. `soon`: seen at once as well. `late`: fetched when it comes near. */
export type Loading = "first" | "soon" | "late";

interface PictureProps {
  src: string;
  alt: string;
  load?: Loading;
  sizes?: string;
  className?: string;
}

/** A tool's picture, 350 × 450. The shop's own come in two sizes, those of the demo also as AVIF; any other address is shown as it is. */
export function Picture({
  src,
  alt,
  load = "late",
  sizes = "350px",
  className = "",
}: PictureProps) {
  const folder = ownFolder(src, useContext(ShopOrigin));
  const image = (
    <img
      src={src}
      alt={alt}
      width={350}
      height={450}
      loading={load === "late" ? "lazy" : "eager"}
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

export function ownFolder(src: string, origin: string): string | undefined {
  const path = origin && src.startsWith(`${origin}/`) ? src.slice(origin.length) : src;
  return path.match(/^(\/images\/[^?#]+)\/350\.webp$/)?.[1];
}

/** An upload is named by its hash, a picture of the demo by words. */
export const isUpload = (folder: string) => /\/[0-9a-f]{64}$/.test(folder);
