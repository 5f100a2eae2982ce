import { Suspense, useEffect, useMemo } from "react";
import { type RouteObject, useRoutes } from "react-router";
import { useSession } from "../api/session/SessionProvider.tsx";
import { useShop } from "../api/shop.ts";
import { Spinner } from "../ui/Spinner.tsx";
import { ToastOutlet } from "../ui/toast.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { shownRoutes } from "./shown-routes.ts";

export function App({ routes }: { routes: RouteObject[] }) {
  const shop = useShop();
  const { leaves } = useSession();
  const shown = useMemo(() => shownRoutes(routes, shop), [routes, shop]);
  // The shell is removed, because it has the same ids as the rendered page.
  useEffect(() => document.querySelector(".shell")?.remove(), []);
  return (
    <>
      {/* Nothing of an account stays on the screen after it. */}
      <ErrorBoundary key={leaves}>
        <Suspense fallback={<Spinner />}>{useRoutes(shown)}</Suspense>
      </ErrorBoundary>
      <ToastOutlet />
    </>
  );
}
