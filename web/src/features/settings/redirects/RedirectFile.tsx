import { CsvImport } from "../../../ui/CsvImport.tsx";
import { useImportRedirects } from "./queries.ts";

/** Many redirects at once, from a file and into one. */
export const RedirectFile = () => (
  <section aria-labelledby="redirect-file" className="mt-10">
    <h2 id="redirect-file" className="text-heading">
      As a file
    </h2>
    <p className="mt-2 max-w-prose text-quiet">
      A CSV file with two columns: the old path, and where it leads. Redirects that you exported
      from Shopify are such a file.
    </p>
    <CsvImport label="CSV file of old addresses" importing={useImportRedirects()}>
      <a href="/api/redirect-file" download className="underline underline-offset-4">
        Download all as CSV
      </a>
    </CsvImport>
  </section>
);
