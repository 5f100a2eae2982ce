import type { ComponentType } from "react";
import { matchRoutes, type RouteObject } from "react-router";
import { allPages, isDashboardPath, type Page, pages } from "../pages.ts";
import { RequireAuth, RequireRole } from "./guards.tsx";
import { ShopLayout } from "./layouts/ShopLayout.tsx";
import { lazyPage } from "./lazy-page.tsx";
import { pageRoute } from "./page-route.tsx";

const modules = import.meta.glob<{ default: ComponentType }>("../features/**/*Page.tsx");

function lazyRoute(page: Page): RouteObject {
  const load = modules[`../${page.module}`];
  if (!load) throw new Error(`${page.module} of the page ${page.path} does not exist`);
  const { element, handle } = lazyPage(load);
  return { ...pageRoute(page, element), handle };
}

const routesFor = (isIncluded: (page: Page) => boolean) =>
  allPages.filter(isIncluded).map(lazyRoute);

export const routes: RouteObject[] = [
  {
    element: <ShopLayout />,
    children: [
      ...routesFor(({ access }) => access === "public" || access === "unlisted"),
      {
        element: <RequireAuth />,
        children: [
          lazyRoute(pages.purchase),
          {
            ...lazyPage(() => import("./layouts/DashboardLayout.tsx")),
            children: [
              ...routesFor(({ access, path }) => access === "signed-in" && isDashboardPath(path)),
              {
                element: <RequireRole required="customer" />,
                children: routesFor(({ access }) => access === "customer"),
              },
              {
                element: <RequireRole required="staff" />,
                children: routesFor(({ access }) => access === "staff"),
              },
              {
                element: <RequireRole required="admin" />,
                children: routesFor(({ access }) => access === "admin"),
              },
            ],
          },
        ],
      },
    ],
  },
];

/** Loads the code of the page behind a path. */
export async function loadPage(path: string): Promise<void> {
  const matches = matchRoutes(routes, { pathname: path.split(/[?#]/)[0] ?? path }) ?? [];
  await Promise.all(
    matches.map(({ route }) => (route.handle as (() => Promise<void>) | undefined)?.()),
  );
}
