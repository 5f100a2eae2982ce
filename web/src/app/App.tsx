import { Component, type ReactNode, Suspense } from "react";
import { useRoutes } from "react-router";
import { Button } from "../ui/Button.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { ToastOutlet } from "../ui/toast.tsx";
import { routes } from "./routes.tsx";

export function App() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Spinner />}>{useRoutes(routes)}</Suspense>
      <ToastOutlet />
    </ErrorBoundary>
  );
}

/** Shown when a page fails to load or render. The usual cause is a new version of the shop, which a reload fetches. */
class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="measure flex flex-col items-start gap-6 py-24">
        <h1 className="text-title">This page did not load</h1>
        <p>The shop may have just been updated, or the connection was lost.</p>
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
      </main>
    );
  }
}
