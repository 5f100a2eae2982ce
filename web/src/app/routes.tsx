import { type ComponentType, Fragment } from "react";
import { matchRoutes, type RouteObject } from "react-router";
import { allPages, isDashboardPath, pages } from "../pages.ts";
import { PageTitle } from "../ui/PageTitle.tsx";
import { RequireAuth, RequireRole } from "./guards.tsx";
import { ShopLayout } from "./layouts/ShopLayout.tsx";
import { lazyPage } from "./lazy-page.tsx";

type Page = (typeof allPages)[number];

const modules = import.meta.glob<{ default: ComponentType }>("../features/**/*Page.tsx");

function pageRoute({ path, title, module }: Page): RouteObject {
  const load = modules[`../${module}`];
  if (!load) throw new Error(`${module} of the page ${path} does not exist`);
  const { element, handle } = lazyPage(load);
  return {
    path,
    handle,
    element: (
      // Without the key, React would keep the state of the page before, and with it the page itself.
      <Fragment key={path}>
        <PageTitle>{title}</PageTitle>
        {element}
      </Fragment>
    ),
  };
}

const routesFor = (isIncluded: (page: Page) => boolean) =>
  allPages.filter(isIncluded).map(pageRoute);

export const routes: RouteObject[] = [
  {
    element: <ShopLayout />,
    children: [
      ...routesFor(({ access }) => access === "public" || access === "unlisted"),
      {
        element: <RequireAuth />,
        children: [
          pageRoute(pages.purchase),
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
