import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { head } from "./build/head.ts";
import { precompress } from "./build/precompress.ts";
import { pruneRouter } from "./build/prune-router.ts";

const server = process.env.TROWEL_SERVER ?? "http://127.0.0.1:8080";

const isNeededEverywhere = (id: string) =>
  /node_modules\/(?:openapi-fetch|@tanstack\/query-core\/build\/modern\/(?!mutationObserver|infiniteQueryObserver))/.test(
    id,
  ) ||
  /\/src\/(?:api\/(?!refusals)|features\/(?:catalogue\/Tool(?:Card|Grid)|reviews\/ReviewCard)|ui\/(?:Dialog|Stars|AppLink|Button|Picture|Spinner|Trouble|icons|toast|PageTitle))/.test(
    id,
  );

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
    proxy: { "/api": server, "/images": server, "/sandbox": server },
  },
  define: { __BUILD_YEAR__: new Date().getFullYear() },
  build: {
    target: "es2023",
    // Inlined pictures cannot be cached on their own, and every page would carry them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Two chunks for what every page needs, instead of a dozen crumbs; the first changes only with dependencies.
        codeSplitting: {
          groups: [
            {
              name: "react",
              test: /node_modules\/(?:react|react-dom|scheduler|react-router)\//,
              priority: 2,
            },
            { name: "shop", test: isNeededEverywhere, priority: 1 },
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
