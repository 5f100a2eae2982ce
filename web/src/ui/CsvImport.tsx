import { type ReactNode, useRef } from "react";
import { errorMessage } from "../api/error-messages.ts";
import { SPREADSHEETS } from "../api/file-body.ts";
import { Button } from "./Button.tsx";
import { texts } from "./CsvImport.texts.en.ts";

/** What a file did. Rows that were not taken come with their reasons. */
export interface ImportResult {
  addedCount: number;
  changedCount?: number;
  unchangedCount: number;
  skippedCount: number;
  skipped: { line: number; detail: string }[];
}

interface CsvImportProps {
  /** The name of the file, for screen readers. */
  label: string;
  /** The call that sends it. */
  importing: {
    mutate: (file: File) => void;
    data: ImportResult | undefined;
    error: Error | null;
    isPending: boolean;
  };
  /** The children stand beside the button. */
  children?: ReactNode;
}

/** Chooses a CSV or Excel file, sends it, and says what it did. */
export function CsvImport({ label, importing, children }: CsvImportProps) {
  const input = useRef<HTMLInputElement>(null);
  const { mutate, data, error, isPending } = importing;
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="outline" busy={isPending} onClick={() => input.current?.click()}>
          {texts.chooseFile}
        </Button>
        <input
          ref={input}
          type="file"
          accept={SPREADSHEETS}
          aria-label={label}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) mutate(file);
            // The same file can be chosen again after an edit.
            target.value = "";
          }}
        />
        {children}
      </div>
      <div role="alert" className="mt-3 max-w-prose text-error empty:hidden">
        {error && errorMessage(error)}
      </div>
      <div role="status" className="mt-3 max-w-prose empty:hidden">
        {data && <ImportCounts {...data} />}
      </div>
    </>
  );
}

export const ImportCounts = ({ skipped, ...counts }: ImportResult) => (
  <>
    <p>{texts.counts(counts)}</p>
    <RowList rows={skipped} />
  </>
);

/** Rows of a file, each with a sentence. */
export const RowList = ({ rows }: { rows: ImportResult["skipped"] }) =>
  rows.length > 0 && (
    <ul className="mt-2 border-t border-rule text-sm">
      {rows.map(({ line, detail }) => (
        <li key={line} className="border-b border-rule py-1.5 wrap-anywhere">
          {texts.row(line, detail)}
        </li>
      ))}
    </ul>
  );
