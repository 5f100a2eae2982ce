import { Suspense, useEffect } from "react";
import { useRoutes } from "react-router";
import { Spinner } from "../ui/Spinner.tsx";
import { ToastOutlet } from "../ui/toast.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { routes } from "./routes.tsx";

export function App() {
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
