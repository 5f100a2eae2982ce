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

// Beyond the home page, few large pieces rather than many small: it knows each file by a name that does not pack.
const IN_EVERY_FORM =
  /node_modules\/(?:react-hook-form|@tanstack\/(?:query-core\/build\/modern\/mutationObserver|react-query\/build\/modern\/useMutation))|\/src\/(?:api\/(?:refusals|profile)|ui\/(?:FormFault|use-draft))\./;
const IN_EVERY_LIST =
  /node_modules\/@tanstack\/.*[iI]nfiniteQuery|\/src\/(?:api\/(?:attempt|order-steps|session\/use-role)|ui\/(?:Day|Email|EmptyState|Field|SearchField|ShowMore|Table|Timeline|use-(?:answered|deletion|search-param)))\./;
const FOR_SIGNING_IN = /\/src\/features\/identity\/(?!account\/)(?!\w+Page\.tsx)/;

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
    modulePreload: {
      polyfill: false,
      // What every page has is not asked for again, and need not be listed for each.
      resolveDependencies: (_file, needed) =>
        needed.filter((file) => !/\/(?:react|rolldown-runtime|shop)-[^/]*\.js$/.test(file)),
    },
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
            { name: "list", test: IN_EVERY_LIST, priority: 1 },
            { name: "form", test: IN_EVERY_FORM, priority: 1 },
            { name: "identity", test: FOR_SIGNING_IN, priority: 0 },
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
    testTimeout: 30_000,
  },
});
