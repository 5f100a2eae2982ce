import { type ReactNode, useRef, useState } from "react";
import { errorMessage } from "../../../api/error-messages.ts";
import { SPREADSHEETS } from "../../../api/file-body.ts";
import { Button } from "../../../ui/Button.tsx";
import { ImportCounts, type ImportResult } from "../../../ui/CsvImport.tsx";
import { type ImportTexts, texts } from "./texts.en.ts";

interface Sending<Result> {
  mutateAsync: (file: File) => Promise<Result>;
  reset: () => void;
  data: Result | undefined;
  error: Error | null;
  isPending: boolean;
}

interface CheckedImportProps<Result> {
  /** What the rows of the file are called. */
  names: ImportTexts;
  checking: Sending<Result>;
  importing: Sending<Result>;
  /** What else a file says. */
  children?: (result: Result) => ReactNode;
}

/** Chooses a file, says what its import would do, and then imports it. */
export function CheckedImport<Result extends ImportResult>({
  names,
  checking,
  importing,
  children,
}: CheckedImportProps<Result>) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [file, setFile] = useState<File>();
  const error = importing.error ?? checking.error;
  const check = file && !importing.data ? checking.data : undefined;

  const choose = async (chosen: File) => {
    importing.reset();
    setFile(chosen);
    // Shown below from checking.error.
    await checking.mutateAsync(chosen).catch(() => undefined);
  };
  const apply = async (chosen: File) => {
    // Shown below from importing.error.
    await importing.mutateAsync(chosen).catch(() => undefined);
    // The button that was pressed goes away.
    button.current?.focus();
  };

  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button
          ref={button}
          variant="outline"
          busy={checking.isPending || importing.isPending}
          onClick={() => input.current?.click()}
        >
          {names.choose}
        </Button>
        <input
          ref={input}
          type="file"
          accept={SPREADSHEETS}
          aria-label={names.file}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const chosen = target.files?.[0];
            if (chosen) void choose(chosen);
            // The same file can be chosen again after an edit.
            target.value = "";
          }}
        />
        {file && <span className="wrap-anywhere">{file.name}</span>}
      </div>
      <div role="alert" className="mt-3 max-w-prose text-error empty:hidden">
        {error && errorMessage(error)}
      </div>
      <div role="status" className="mt-3 max-w-prose empty:hidden">
        {importing.data ? (
          <>
            <p className="font-medium">{texts.finished}</p>
            <ImportCounts {...importing.data} />
          </>
        ) : (
          check && (
            <>
              <p className="font-medium">{texts.whatItWillDo}</p>
              <ImportCounts {...check} />
              {children?.(check)}
            </>
          )
        )}
      </div>
      {file && check && check.addedCount > 0 && (
        <Button className="mt-4" busy={importing.isPending} onClick={() => void apply(file)}>
          {names.import(check.addedCount)}
        </Button>
      )}
    </>
  );
}
