import type { Plugin } from "vite";

/** Its names of components are assignments, and keep links, forms and prefetching in the bundle that the shop lacks. */
const NAMES = /^\w+\.displayName = "[\w.]+";$/gm;
const COMPONENTS = /^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm;

/**
 * React Router's production files, from which the bundler can drop what the shop does not use. The package offers its
 * development files alone.
 */
export function reactRouter(): Plugin {
  return {
    name: "trowel:react-router",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: /^react-router$/ },
      handler: () =>
        new URL("../node_modules/react-router/dist/production/index.mjs", import.meta.url).pathname,
    },
    transform: {
      filter: { id: /react-router\/dist\/production\/chunk-/ },
      handler: (code) => ({
        code: code.replace(NAMES, "").replace(COMPONENTS, "$1/* @__PURE__ */ $2"),
        map: null,
      }),
    },
  };
}
