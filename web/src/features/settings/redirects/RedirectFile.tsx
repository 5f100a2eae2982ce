import { useRef } from "react";
import type { RedirectImport } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { formatCount, pluralize } from "../../../money.ts";
import { Button } from "../../../ui/Button.tsx";
import { useImportRedirects } from "./queries.ts";

/** Many redirects at once, from a file and into one. */
export function RedirectFile() {
  const input = useRef<HTMLInputElement>(null);
  const { mutate, data, error, isPending } = useImportRedirects();
  return (
    <section aria-labelledby="redirect-file" className="mt-10">
      <h2 id="redirect-file" className="text-heading">
        As a file
      </h2>
      <p className="mt-2 max-w-prose text-quiet">
        A CSV file with two columns: the old path, and where it leads. Redirects that you exported
        from Shopify are such a file.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="outline" busy={isPending} onClick={() => input.current?.click()}>
          Choose a CSV file
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label="CSV file of old addresses"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) mutate(file);
            // The same file can be chosen again after an edit.
            target.value = "";
          }}
        />
        <a href="/api/redirect-file" download className="underline underline-offset-4">
          Download all as CSV
        </a>
      </div>
      <div role="alert" className="mt-3 max-w-prose text-error empty:hidden">
        {error && errorMessage(error)}
      </div>
      <div role="status" className="mt-3 max-w-prose empty:hidden">
        {data && <Result {...data} />}
      </div>
    </section>
  );
}

const Result = ({ addedCount, changedCount, skippedCount, skipped }: RedirectImport) => (
  <>
    <p>
      {formatCount(addedCount)} added, {formatCount(changedCount)} changed
      {skippedCount > 0 && <>, {pluralize(skippedCount, "row")} not taken</>}.
    </p>
    {skippedCount > 0 && (
      <ul className="mt-2 border-t border-rule text-sm">
        {skipped.map(({ line, detail }) => (
          <li key={line} className="border-b border-rule py-1.5 wrap-anywhere">
            Row {line}: {detail}
          </li>
        ))}
      </ul>
    )}
  </>
);
