import { CsvImport } from "../../../ui/CsvImport.tsx";
import { FileDownload } from "../../../ui/FileDownload.tsx";
import { useImportRedirects } from "./queries.ts";
import { texts } from "./texts.en.ts";

/** Many redirects at once, from a file and into one. */
export const RedirectFile = () => (
  <section aria-labelledby="redirect-file" className="mt-10">
    <h2 id="redirect-file" className="text-heading">
      {texts.asFile}
    </h2>
    <p className="mt-2 max-w-prose text-quiet">{texts.asFileHint}</p>
    <CsvImport label={texts.file} importing={useImportRedirects()}>
      <FileDownload
        path="/redirect-file"
        label={texts.downloadAll}
        link
        className="underline-offset-4"
      />
    </CsvImport>
  </section>
);
