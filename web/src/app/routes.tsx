import type { QueryClient } from "@tanstack/react-query";
import { matchRoutes, type RouteObject } from "react-router";
import { currentShop } from "../api/shop.ts";
import type { Page } from "../page.ts";
import { isDashboardPath, pages } from "../pages.ts";
import { RequireAuth, RequireRole } from "./guards.tsx";
import { ShopLayout } from "./layouts/ShopLayout.tsx";
import { lazyPage } from "./lazy-page.tsx";
import { type PageModule, pageModules } from "./page-modules.ts";
import { pageRoute } from "./page-route.tsx";
import { shownRoutes } from "./shown-routes.ts";

type PageName = keyof typeof pages;

function lazyRoute(name: PageName): RouteObject {
  const { element, handle } = lazyPage(pageModules[name]);
  return { ...pageRoute(pages[name], element), handle };
}

const routesFor = (isIncluded: (page: Page) => boolean) =>
  Object.entries<Page>(pages)
    .filter(([, page]) => isIncluded(page))
    .map(([name]) => lazyRoute(name as PageName));

export const routes: RouteObject[] = [
  {
    element: <ShopLayout />,
    children: [
      ...routesFor(({ access }) => access === "public" || access === "unlisted"),
      {
        element: <RequireAuth allowsGuests />,
        children: routesFor(({ access }) => access === "guest"),
      },
      {
        element: <RequireAuth />,
        children: [
          ...routesFor(({ access, path }) => access === "signed-in" && !isDashboardPath(path)),
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

/** Loads the code of the page behind a path, and its first data if there is a `queryClient`. */
export async function loadPage(path: string, queryClient?: QueryClient): Promise<void> {
  const [pathname = path, search] = path.split(/[?#]/);
  const matches = matchRoutes(shownRoutes(routes, currentShop()), { pathname }) ?? [];
  await Promise.all(
    matches.map(async ({ route, params }) => {
      const module = await (route.handle as (() => Promise<PageModule>) | undefined)?.();
      if (queryClient && !search) module?.prefetch?.(queryClient, params);
    }),
  );
}
