import { Fragment, type ReactNode } from "react";
import type { RouteObject } from "react-router";
import type { Page } from "../page.ts";
import { PageTitle } from "../ui/PageTitle.tsx";

/** The route of a page. Browser and server nest the same elements, because ids and hydration depend on it. */
export const pageRoute = ({ path, title }: Page, content: ReactNode): RouteObject => ({
  path,
  element: (
    // React would keep the state of the page before if the key were missing, and with it the page
    // itself.
    <Fragment key={path}>
      <PageTitle>{title}</PageTitle>
      {content}
    </Fragment>
  ),
});
