import type { ReactNode } from "react";

/** The frame of /login and /signup: the form on one side, a plate on the other. */
export function IdentityPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="measure grid gap-12 py-12 lg:grid-cols-[minmax(0,26rem)_1fr] lg:gap-24 lg:py-20">
      <div>
        <h1 className="text-title">{title}</h1>
        {children}
      </div>
      <picture className="hidden self-stretch bg-plate lg:block">
        <source
          type="image/avif"
          srcSet="/scenes/potting-shed-640.avif 640w, /scenes/potting-shed-1280.avif 1280w"
          sizes="40rem"
        />
        <img
          src="/scenes/potting-shed-1280.webp"
          alt=""
          width={1280}
          height={720}
          className="size-full max-h-[40rem] object-cover"
        />
      </picture>
    </div>
  );
}

export function FormError({ message }: { message: string | undefined }) {
  return (
    <p role="alert" className="min-h-6 text-sm text-error">
      {message}
    </p>
  );
}
