import type { ReactNode } from "react";
import { errorMessage } from "../../../api/error-messages.ts";

/** A form on one side, a picture on the other. */
export function PictureLayout({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="measure grid gap-12 py-12 lg:grid-cols-[24rem_minmax(0,1fr)] lg:gap-24 lg:py-20">
      <div className="w-full max-w-96">
        {typeof title === "string" ? <h1 className="text-title">{title}</h1> : title}
        {children}
      </div>
      <picture className="relative hidden self-stretch overflow-hidden bg-plate lg:block">
        <source type="image/avif" srcSet="/scenes/banner-5-1280.avif" />
        <img
          src="/scenes/banner-5-1280.webp"
          alt=""
          width={1280}
          height={520}
          className="absolute inset-0 size-full object-cover object-[75%_50%] dark:brightness-90"
        />
      </picture>
    </div>
  );
}

interface InlineErrorProps {
  error: Error | string | undefined;
  /** What to do about it. */
  children?: ReactNode;
}

export function InlineError({ error, children }: InlineErrorProps) {
  return (
    <p role="alert" className="text-sm text-error">
      {typeof error === "string" ? error : error && errorMessage(error)} {children}
    </p>
  );
}
