import { CsvImport } from "../../../ui/CsvImport.tsx";
import { FileDownload } from "../../../ui/FileDownload.tsx";
import { useImportRedirects } from "./queries.ts";

/** Many redirects at once, from a file and into one. */
export const RedirectFile = () => (
  <section aria-labelledby="redirect-file" className="mt-10">
    <h2 id="redirect-file" className="text-heading">
      As a file
    </h2>
    <p className="mt-2 max-w-prose text-quiet">
      An Excel or CSV file with two columns: the old path, and where it leads. Redirects that you
      exported from Shopify are such a file.
    </p>
    <CsvImport label="File of old addresses" importing={useImportRedirects()}>
      <FileDownload
        path="/redirect-file"
        label="Download all"
        link
        className="underline-offset-4"
      />
    </CsvImport>
  </section>
);
