import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { head } from "./build/head.ts";
import { precompress } from "./build/precompress.ts";
import { pruneRouter } from "./build/prune-router.ts";

const server = process.env.TROWEL_SERVER ?? "http://127.0.0.1:8080";

// The shop takes cookies from its own origin only, and in development that is not the page's.
const proxied = { target: server, headers: { origin: server } };

/** What the home page needs beside React: in one piece it packs better than in a dozen. */
const ON_EVERY_PAGE = [
  /node_modules\/openapi-fetch\//,
  /node_modules\/@tanstack\/query-core\/build\/modern\/(?!mutationObserver|infiniteQueryObserver)/,
  /node_modules\/@tanstack\/react-query\/build\/modern\/(?:useQuery|useBaseQuery|infiniteQueryOptions|queryOptions|QueryClientProvider|QueryErrorResetBoundary|IsRestoringProvider|suspense|errorBoundaryUtils)\./,
  /\/src\/(?:app\/(?!guards|layouts\/Dashboard)|paths|main\.tsx)/,
  /\/src\/api\/(?!attempt|refusals|order-steps|profile|session\/use-role)/,
  /\/src\/ui\/(?:AppLink|Button|Dialog|PageTitle|Picture|Spinner|Stars|Trouble|icons|toast)\./,
  /\/src\/features\/(?:catalogue\/(?:Tool(?:Card|Grid)|queries|stock)|reviews\/(?:ReviewCard|queries)|site\/(?:Site|Theme|Wordmark))/,
];

const isOnEveryPage = (id: string) => ON_EVERY_PAGE.some((pattern) => pattern.test(id));

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    head({
      themeScript: "src/theme.js",
      preloadFonts: /(?:fraunces|inter)-latin-wght-normal-[\w-]+\.woff2$/,
    }),
    pruneRouter(),
    precompress(),
  ],
  server: {
    port: 8330,
    strictPort: true,
    proxy: Object.fromEntries(["/api", "/images", "/sandbox"].map((path) => [path, proxied])),
  },
  define: { __BUILD_YEAR__: new Date().getFullYear() },
  build: {
    target: "es2023",
    // Inlined pictures cannot be cached on their own, and every page would carry them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // For the server: which files a page needs, so that its shell can ask for them early.
    manifest: "asset-manifest.json",
    rolldownOptions: {
      output: {
        // The first changes only with dependencies.
        codeSplitting: {
          groups: [
            {
              name: "react",
              test: /node_modules\/(?:react|react-dom|scheduler|react-router)\//,
              priority: 2,
            },
            { name: "shop", test: isOnEveryPage, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test-setup.ts"],
    restoreMocks: true,
  },
});
