import type { ReactNode } from "react";
import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { texts } from "./buying.texts.en.ts";

export const EmptyBasket = ({ children }: { children: ReactNode }) => (
  <EmptyState
    title={texts.emptyBasket}
    picture="/scenes/empty-shelf.svg"
    action={
      <AppLink to={paths.tools} className="btn btn-primary">
        {texts.allTools}
      </AppLink>
    }
  >
    {children}
  </EmptyState>
);
