import { resolve } from "node:path";
import type { Plugin } from "vite";

const ROUTER = /\/node_modules\/react-router\/dist\/.*\.mjs$/;

/**
 * Lets the bundler leave out what we do not use of react-router (data router, forms, framework mode):
 * its one large module creates contexts and components at top level, which looks like a side effect unless marked,
 * and names them for debugging, which keeps them all. Saves 3 kB of the home page's script after compression.
 */
export function pruneRouter(): Plugin {
  return {
    name: "trowel:prune-router",
    apply: "build",
    // The package points every bundler to its development build.
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^react-router$/,
            replacement: resolve("node_modules/react-router/dist/production/index.mjs"),
          },
        ],
      },
    }),
    transform: {
      filter: { id: ROUTER },
      handler(code) {
        return {
          code: code
            .replace(/^\w+\.displayName = "\w+";$/gm, "")
            .replace(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, "= /* @__PURE__ */ $1"),
          map: null,
        };
      },
    },
  };
}
