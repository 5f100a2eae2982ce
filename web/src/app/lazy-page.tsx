import { type ComponentType, lazy, useState } from "react";

interface Page {
  Lazy: ComponentType;
  Loaded?: ComponentType;
}

/** A route's part with `React.lazy`. What `handle` has loaded before the first render appears without a spinner. */
export function lazyPage(load: () => Promise<{ default: ComponentType }>) {
  const page: Page = { Lazy: lazy(load) };
  const preload = async () => {
    page.Loaded = (await load()).default;
  };
  return { element: <PageContent page={page} />, handle: preload };
}

function PageContent({ page }: { page: Page }) {
  // Chosen once: React would mount the page again if its component changed.
  const [Content] = useState(() => page.Loaded ?? page.Lazy);
  return <Content />;
}
