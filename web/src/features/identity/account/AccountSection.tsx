import { type ReactNode, useId } from "react";

interface AccountSectionProps {
  title: string;
  /** What it is about, below its name. */
  about?: ReactNode;
  children: ReactNode;
}

/** One matter of the account: its name on one side, what there is and what can be done on the other. */
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
