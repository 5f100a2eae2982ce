import type { ReactNode } from "react";
import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";

export const EmptyBasket = ({ children }: { children: ReactNode }) => (
  <EmptyState
    title="Your basket is empty"
    picture="/scenes/empty-shelf.svg"
    action={
      <AppLink to={paths.tools} className="btn btn-primary">
        All Tools
      </AppLink>
    }
  >
    {children}
  </EmptyState>
);
