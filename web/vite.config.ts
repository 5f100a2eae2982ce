import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { countries } from "./build/countries.ts";
import { fonts } from "./build/fonts.ts";
import { head } from "./build/head.ts";
import { languageOf, languageOfBuild, textsAsExports } from "./build/language.ts";
import { openapi30 } from "./build/openapi-3.0.ts";
import { pagesJson } from "./build/pages-json.ts";
import { precompress } from "./build/precompress.ts";
import { reactRouter } from "./build/react-router.ts";

const language = languageOfBuild();

const server = process.env.TROWEL_SERVER ?? "http://127.0.0.1:8080";

// The shop accepts cookies from its own origin only. In development the page has another one.
const proxied = { target: server, headers: { origin: server } };

/** The home page has neither long lists nor calls that change something. */
const CHANGES =
  /query-core\/.*\/(?:infiniteQueryObserver|mutationObserver|queriesObserver)\.|react-query\/.*\/use(?:InfiniteQuery|Mutation|Queries)\.|src\/(?:api\/use-change|ui\/(?:ShowMore|EmptyState))/;

/** In the two groups below. */
const NOT_EVERYWHERE =
  /src\/(?:features\/sales\/(?:TrackingLink|PartRefunded|quantity|sum-texts|Promised|PurchaseSum|sum\.texts|order\.texts|buying|CreditNoteLinks|line-problems|use-quote|CodeField|DeliveryChoice|[Aa]ddress)|ui\/(?:SearchField|use-last-settled|use-debounced-input|use-search-param|AddToBasket|QuantityPicker|select-field|[Dd]ialog|ignore-pointer)|api\/(?:purchase|payment-methods|swap|basket|place)\.|ui\/ProvinceOptions|province|listed\.|typed-amount|features\/settings\/shop-settings\/queries)/;

/** What pages behind the login share, and public pages do not need. */
const BEHIND_LOGIN =
  /src\/(?:features\/(?:sales\/orders|accounts\/identity)\/|ui\/(?:focus-first|[Tt]able|MoreActions|Download|FileDownload|FormatChoice|CsvImport|DateText|Field|Form(?:Error|Actions)|FullPrice|LongId|Timeline|Choice|report|SelectField|use-(?:api-form|confirm|form-draft|kept-values))|api\/(?:idempotent|order-))/;

export default defineConfig({
  plugins: [
    react(),
    languageOf(language),
    textsAsExports(),
    reactRouter(),
    tailwindcss(),
    countries(language),
    fonts(),
    head({
      language,
      scripts: ["src/theme.js", "src/slow-start.js"],
      preloadFonts: /(?:Fraunces|Inter)-usual-[\w-]+\.woff2$/,
    }),
    pagesJson(language),
    openapi30("../openapi.json"),
    // The French build comes last. It packs the files of both.
    language === "fr" && precompress(),
  ],
  server: {
    port: 8330,
    strictPort: true,
    proxy: Object.fromEntries(["/api", "/images", "/sandbox"].map((path) => [path, proxied])),
  },
  build: {
    target: "es2023",
    // The French build adds its files to the folder of the English one.
    emptyOutDir: language === "en",
    copyPublicDir: language === "en",
    // An inlined picture cannot be cached by itself, and every page would carry it.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The page that adds to the basket has loaded what that needs. A list of it would be in every list of tools.
      resolveDependencies: (file, needed) => (file.includes("add-to-basket") ? [] : needed),
    },
    rolldownOptions: {
      // Most texts are read in one place.
      optimization: { inlineConst: { mode: "all", pass: 2 } },
      output: {
        // Every visit loads the names of all files. 42 bits tell the releases of a file apart.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          groups: [
            // Load the app after the first paint, so they must not be in a file with other code.
            { name: "preload", test: /vite\/preload-helper|src\/first-render/ },
            // Changes only with dependencies, so browsers keep it across releases.
            { name: "react", test: /node_modules\/(?:react|react-dom|scheduler|react-router)\// },
            // Most pages have a form; the home page has none.
            { name: "forms", test: /node_modules\/react-hook-form\// },
            // A few large files compress better than many small ones.
            {
              name: "shared",
              minShareCount: 6,
              test: (id) => !BEHIND_LOGIN.test(id) && !NOT_EVERYWHERE.test(id) && !CHANGES.test(id),
            },
            // Long lists, and calls that change something.
            { name: "changes", test: CHANGES },
            // Small parts of the list of tools. A request costs more than each of them.
            {
              name: "listing",
              test: /src\/(?:ui\/(?:SearchField|use-(?:last-settled|debounced-input|search-param))|features\/catalogue\/amounts|typed-amount)/,
            },
            // The basket itself, for its page, the checkout and the sheet of what was added.
            {
              name: "basket",
              test: /src\/(?:api\/(?:basket|place)\.|features\/sales\/(?:sum-texts|sum\.texts|Promised))/,
            },
            // Basket, checkout and orders that staff enter. Each name of a file would be in every visit.
            {
              name: "buying",
              test: /src\/features\/sales\/(?:[Aa]ddress|EmptyBasket|CodeField|DeliveryChoice|use-quote|line-problems|PurchaseSum|SumError|CreditNoteLinks)/,
            },
            // Small parts of orders.
            {
              name: "order-parts",
              test: /src\/features\/sales\/(?:TrackingLink|PartRefunded|Ordered?(?:Tool|Badge)|order\.texts|placed-order)/,
            },
            // Apple Pay and Google Pay, in basket and checkout.
            {
              name: "wallets",
              test: /src\/features\/sales\/(?:BasketWallet|WalletButtons|wallet|card-pro|use-card-provider|theme-colors|use-place-purchase|unpaid-lines)/,
            },
            // Small parts of pages behind the login.
            {
              name: "parts",
              test: /src\/(?:api\/(?:payment-methods|order-(?:name|states)|how-to-pay|swap\.|purchase\.)|ui\/(?:FullPrice|DateText)|features\/sales\/orders\/(?:ReceiptLink|order-selection))/,
            },
            // Cards of reviews.
            { name: "reviews", test: /src\/features\/sales\/reviews\/(?:ReviewCard|queries)/ },
            // Cards of tools with their lists and their stock. Every page with cards follows the stock.
            {
              name: "cards",
              test: /src\/(?:api\/(?:(?:(?:use-)?live-)?stock|tool-page)|ui\/AddToBasket|features\/catalogue\/(?:listing\/Tool(?:Card|Grid)|queries))/,
            },
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
