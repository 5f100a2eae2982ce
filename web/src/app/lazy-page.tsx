import { type ComponentType, lazy, Suspense, useState } from "react";
import { Spinner } from "../ui/Spinner.tsx";
import { SLOW_AFTER } from "../ui/slow-after.ts";
import type { LoadModule, PageModule } from "./page-modules.ts";

interface Page {
  load: LoadModule;
  Lazy: ComponentType;
  Loaded?: ComponentType;
  preloading?: Promise<PageModule> | undefined;
}

const failedPages = new Set<Page>();

/** A route's part with `React.lazy`. What `handle` has loaded before the first render appears without a spinner. */
export function lazyPage(loadModule: LoadModule) {
  const load = async () => {
    try {
      return await loadModule();
    } catch (error) {
      failedPages.add(page);
      throw error;
    }
  };
  const page: Page = { load, Lazy: lazyOrLate(load) };
  // A failed preload is kept, so that pointing at a link does not request the file again and again.
  const preload = () => {
    page.preloading ??= load().then((module) => {
      page.Loaded = module.default;
      return module;
    });
    return page.preloading;
  };
  return { element: <PageContent page={page} />, handle: preload };
}

/**
 * Makes the next navigation load again what has failed. Called once the error is shown. Earlier, React would retry the
 * rendering, and every retry would request the file.
 */
export function forgetFailedPages() {
  for (const page of failedPages) {
    page.Lazy = lazyOrLate(page.load);
    page.preloading = undefined;
  }
  failedPages.clear();
}

/** The previous page stays until the next one is loaded. After a while the next one says that it takes long. */
function lazyOrLate(load: LoadModule) {
  return lazy(() => {
    const loading = load();
    const late = new Promise<PageModule>((resolve) => {
      setTimeout(() => resolve({ default: () => <LatePage Page={Page} /> }), SLOW_AFTER);
    });
    const Page = lazy(() => loading);
    return Promise.race([loading, late]);
  });
}

/** It has its own boundary, because React shows the fallback of a new boundary only. */
const LatePage = ({ Page }: { Page: ComponentType }) => (
  <Suspense fallback={<Spinner isSlow />}>
    <Page />
  </Suspense>
);

function PageContent({ page }: { page: Page }) {
  // Chosen once: React would mount the page again if its component changed.
  const [Content] = useState(() => page.Loaded ?? page.Lazy);
  return <Content />;
}
