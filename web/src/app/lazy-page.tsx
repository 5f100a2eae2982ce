import { type ComponentType, use } from "react";

export interface Page {
  /** Fetches the page's code; asked again, it is the same promise. */
  load: () => Promise<ComponentType>;
}

/** A page in a file of its own. Unlike React.lazy it renders at once when its code is there, so the first render can wait for it. */
export function page(fetchModule: () => Promise<{ default: ComponentType }>): Page {
  let loading: Promise<ComponentType> | undefined;

  const start = () => {
    const started: Promise<ComponentType> = fetchModule().then(
      (module) => {
        // Marked as settled, a promise is read by `use` at once.
        Object.assign(started, { status: "fulfilled", value: module.default });
        return module.default;
      },
      (error) => {
        // A new try may succeed: the network was away, or a new version of the shop took the file's place.
        loading = undefined;
        throw error;
      },
    );
    return started;
  };

  return {
    load() {
      loading ??= start();
      return loading;
    },
  };
}

export function PageView({ page }: { page: Page }) {
  const Component = use(page.load());
  return <Component />;
}
