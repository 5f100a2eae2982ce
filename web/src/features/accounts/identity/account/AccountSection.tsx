import { type ReactNode, useId } from "react";

interface AccountSectionProps {
  title: string;
  /** Shown below the title. */
  about?: ReactNode;
  children: ReactNode;
}

/** A section of the account page: its title on one side, its content on the other. */
export function AccountSection({ title, about, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-t border-rule py-8 xl:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {about && <p className="mt-1.5 max-w-prose text-sm text-quiet">{about}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
