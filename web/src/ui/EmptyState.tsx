import type { ReactNode } from "react";

interface EmptyStateProps {
  title: string;
  children: ReactNode;
  /** What to do next: a link or a button. */
  action?: ReactNode;
  picture?: string;
}

export function EmptyState({ title, children, action, picture }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center border-y border-rule px-4 py-14 text-center">
      {picture && (
        <img
          src={picture}
          alt=""
          width={240}
          height={180}
          className="mb-6 h-auto w-60 dark:brightness-75"
        />
      )}
      <h2 className="text-heading">{title}</h2>
      <p className="mt-3 max-w-prose text-quiet">{children}</p>
      {action && <div className="mt-7">{action}</div>}
    </div>
  );
}
