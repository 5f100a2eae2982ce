import { type ComponentType, lazy, useState } from "react";
import type { LoadModule, PageModule } from "./page-modules.ts";

interface Page {
  load: LoadModule;
  Lazy: ComponentType;
  Loaded?: ComponentType;
  preloading?: Promise<PageModule> | undefined;
}

/** The previous page stays until the next one is loaded, so a file that does not come becomes an error. */
const LOAD_TIMEOUT = 30_000;

const timeout = () =>
  new Promise<never>((_, reject) => {
    setTimeout(reject, LOAD_TIMEOUT, Error());
  });

const failedPages = new Set<Page>();

/** A route's part with `React.lazy`. What `handle` has loaded before the first render appears without a spinner. */
export function lazyPage(loadModule: LoadModule) {
  const load = async () => {
    try {
      return await Promise.race([loadModule(), timeout()]);
    } catch (error) {
      failedPages.add(page);
      throw error;
    }
  };
  const page: Page = { load, Lazy: lazy(load) };
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
    page.Lazy = lazy(page.load);
    page.preloading = undefined;
  }
  failedPages.clear();
}

function PageContent({ page }: { page: Page }) {
  // Chosen once: React would mount the page again if its component changed.
  const [Content] = useState(() => page.Loaded ?? page.Lazy);
  return <Content />;
}
