import type { ReactNode } from "react";
import { texts } from "./texts.en.tsx";

/** Where the page's index and other pages lead. */
export type SectionId =
  | "password"
  | "two-step-login"
  | "where-you-are-logged-in"
  | "new-orders-on-your-phone"
  | "name"
  | "e-mail"
  | "ways-to-log-in"
  | "saved-cards"
  | "your-data"
  | "delete-my-account";

interface AccountSectionProps {
  id: SectionId;
  /** Shown below the title. */
  about?: ReactNode;
  /** What it does cannot be undone. */
  isDangerous?: boolean;
  children: ReactNode;
}

/** A section of the account page: its title on one side, its content on the other. */
export function AccountSection({ id, about, isDangerous, children }: AccountSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={`grid gap-x-10 gap-y-4 py-8 xl:grid-cols-[15rem_minmax(0,1fr)] ${isDangerous ? "mt-8 border border-error px-5 sm:px-8" : "border-t border-rule"}`}
    >
      <div>
        <h2 id={`${id}-title`} className={isDangerous ? "text-xl text-error" : "text-xl"}>
          {texts.sections[id]}
        </h2>
        {about && <p className="mt-1.5 max-w-prose text-sm text-quiet">{about}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
