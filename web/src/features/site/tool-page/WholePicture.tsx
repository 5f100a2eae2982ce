import { shopOrigin } from "../../../origin.ts";
import { isUpload, shopImageFolder } from "../../../ui/Picture.tsx";

/** All of a picture, as large as there is. The demo's pictures have no more than their large size. */
export function WholePicture({
  src,
  alt,
  isEager,
}: {
  src: string;
  alt: string;
  isEager: boolean;
}) {
  const folder = shopImageFolder(src, shopOrigin());
  const isDemo = folder !== undefined && !isUpload(folder);
  return (
    <picture className="contents">
      {isDemo && <source type="image/avif" srcSet={`${folder}/700.avif`} />}
      <img
        src={folder ? `${folder}/${isDemo ? "700" : "1600"}.webp` : src}
        alt={alt}
        loading={isEager ? "eager" : "lazy"}
        decoding="async"
        className="dark:brightness-90"
      />
    </picture>
  );
}
