interface WidePictureProps {
  /** The path of an uploaded picture. */
  path: string;
  className?: string;
  /** Whether it is the main picture of the page. */
  isFirst?: boolean;
}

/** A picture of the owner. Phones show its upright crop, wide screens all of it. */
export function WidePicture({ path, className = "", isFirst = false }: WidePictureProps) {
  const size = (name: string) => path.replace("350.webp", `${name}.webp`);
  return (
    <picture className={className}>
      <source
        media="(max-width: 48rem)"
        type="image/webp"
        srcSet={`${path} 350w, ${size("700")} 700w`}
        sizes="100vw"
        width={700}
        height={900}
      />
      <source type="image/webp" srcSet={`${size("1600")} 1600w`} sizes="60vw" />
      <img
        src={size("1600")}
        alt=""
        width={1600}
        height={1200}
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : "auto"}
        className="dark:brightness-90"
      />
    </picture>
  );
}
