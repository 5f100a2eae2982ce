import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { folderOf, languageOf, languageOfBuild } from "./build/language.ts";

const language = languageOfBuild();

/** One script with which the server renders public pages, after the build of vite.config.ts. */
export default defineConfig({
  plugins: [react(), languageOf(language)],
  publicDir: false,
  resolve: {
    // The other half of react-dom/server writes streams, with classes that the server's JavaScript engine lacks.
    alias: {
      "react-dom/server": new URL(
        "node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
        import.meta.url,
      ).pathname,
    },
  },
  define: { "process.env.NODE_ENV": '"production"' },
  ssr: { noExternal: true, target: "webworker" },
  build: {
    ssr: "src/server/entry.ts",
    target: "es2023",
    emptyOutDir: false,
    minify: true,
    rolldownOptions: {
      output: {
        format: "iife",
        entryFileNames: `${folderOf(language)}renderer.js`,
        codeSplitting: false,
      },
    },
  },
});
