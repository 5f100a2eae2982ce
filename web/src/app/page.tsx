import { type ComponentType, use } from "react";

export interface Page {
  /** Fetches the page's code; asked again, it is the same promise. */
  load: () => Promise<void>;
  /** The page, once its code is there. */
  current: () => ComponentType | undefined;
}

/** A page in a file of its own. Unlike React.lazy it renders at once when its code is there, so the first render can wait for it. */
export function page(fetchModule: () => Promise<{ default: ComponentType }>): Page {
  let component: ComponentType | undefined;
  let loading: Promise<void> | undefined;
  return {
    current: () => component,
    load() {
      loading ??= fetchModule().then(
        (module) => {
          component = module.default;
        },
        (error) => {
          // A new try may succeed: the network was away, or a new version of the shop took the file's place.
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
}

export function PageView({ page: { load, current } }: { page: Page }) {
  if (!current()) use(load());
  const Component = current();
  return Component ? <Component /> : null;
}
