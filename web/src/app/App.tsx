import { Suspense, useEffect } from "react";
import { type RouteObject, useRoutes } from "react-router";
import { Spinner } from "../ui/Spinner.tsx";
import { ToastOutlet } from "../ui/toast.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

export function App({ routes }: { routes: RouteObject[] }) {
  // It has the same ids as the rendered page.
  useEffect(() => document.querySelector(".shell")?.remove(), []);
  return (
    <>
      <ErrorBoundary>
        <Suspense fallback={<Spinner />}>{useRoutes(routes)}</Suspense>
      </ErrorBoundary>
      <ToastOutlet />
    </>
  );
}
