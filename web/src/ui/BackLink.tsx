import type { ReactNode } from "react";
import { AppLink } from "./AppLink.tsx";
import { ArrowLeftIcon } from "./icons.tsx";

interface BackLinkProps {
  to: string;
  /** The title of that page. */
  children: ReactNode;
  className?: string;
}

/** A link above the heading of a page. It leads to the page above it. */
export const BackLink = ({ to, children, className = "mb-6" }: BackLinkProps) => (
  <p className={className}>
    <AppLink to={to} className="inline-flex items-center gap-2 text-quiet hover:text-base-content">
      <ArrowLeftIcon />
      {children}
    </AppLink>
  </p>
);
