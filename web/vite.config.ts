import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { head } from "./build/head.ts";
import { precompress } from "./build/precompress.ts";

const server = process.env.TROWEL_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    head({ themeScript: "src/theme.js", preloadFonts: /(?:fraunces|inter)-latin-wght-normal-[\w-]+\.woff2$/ }),
    precompress(),
  ],
  server: {
    port: 8330,
    strictPort: true,
    proxy: { "/api": server, "/images": server, "/sandbox": server },
  },
  build: {
    target: "es2023",
    // Inlined pictures cannot be cached on their own, and every page would carry them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test-setup.ts"],
    restoreMocks: true,
  },
});
