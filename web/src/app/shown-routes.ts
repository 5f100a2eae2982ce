import type { RouteObject } from "react-router";
import { hasPart, type Shop } from "../api/shop.ts";
import { missingPaths } from "../pages.ts";

/** The routes of the pages that the shop has. The others lead to the not-found page. */
export function shownRoutes(routes: RouteObject[], shop: Shop): RouteObject[] {
  const missing = missingPaths((part) => hasPart(shop, part));
  const shown = (all: RouteObject[]): RouteObject[] =>
    all.flatMap((route) => {
      if (route.path && missing.includes(route.path)) return [];
      return route.children ? { ...route, children: shown(route.children) } : route;
    });
  return shown(routes);
}
