import { type ReactNode, type RefObject, useRef, useState } from "react";
import type { ToolImportCheck as ImportCheck } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { isTransient } from "../../../api/errors.ts";
import { SPREADSHEETS } from "../../../api/file-body.ts";
import { useShop } from "../../../api/shop.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { fileAddress } from "../../../ui/FormatChoice.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { ImportPreview } from "./ImportPreview.tsx";
import { ImportProgress } from "./ImportProgress.tsx";
import {
  type ImportFiles,
  type ImportOptions,
  useCheckImport,
  useImportTools,
} from "./import-queries.ts";
import { texts } from "./texts.en.tsx";

/** The server does not read more, so its sentences would not arrive. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;
const MAX_ZIP_BYTES = 50 * 1024 * 1024;

const NO_OPTIONS: ImportOptions = {
  setQuantities: false,
  takeAlteredSkus: false,
  overwriteChanges: false,
};

const TEMPLATE = [
  ["Name", "SKU", "Description", "Price", "Available quantity", "Minimum quantity", "Picture"],
  [texts.exampleName, "HOE-1", texts.exampleDescription, "24.50", "120", "6", "draw-hoe.jpg"],
];

/**
 * A link to the template file. It has the mark by which spreadsheets recognise UTF-8, and the
 * decimal sign of the shop's country.
 */
function template(locale: string) {
  const isFrench = locale === "fr-CA";
  const cell = (text: string) => (isFrench ? text.replace(/^(\d+)\./, "$1,") : text);
  const lines = TEMPLATE.map((row) => `${row.map(cell).join(isFrench ? ";" : ",")}\r\n`);
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${lines.join("")}`)}`;
}

export default function ImportToolsPage() {
  const { locale } = useShop();
  const [tools, setTools] = useState<File>();
  const [zip, setZip] = useState<File>();
  const [options, setOptions] = useState(NO_OPTIONS);
  const toolsButton = useRef<HTMLButtonElement>(null);
  const zipButton = useRef<HTMLButtonElement>(null);
  const checking = useCheckImport();
  const importing = useImportTools();
  const { data: check } = checking;
  const error = importing.error ?? checking.error;
  const [done, setDone] = useState<string>();
  const tooLarge = sizeFault(tools, zip);

  const choose = (
    files: { tools: File | undefined; zip: File | undefined },
    chosen = NO_OPTIONS,
  ) => {
    setOptions(chosen);
    importing.reset();
    setDone(undefined);
    setTools(files.tools);
    setZip(files.zip);
    if (!files.tools || sizeFault(files.tools, files.zip)) checking.reset();
    else checking.mutate({ tools: files.tools, zip: files.zip, options: chosen });
  };

  const apply = async (files: ImportFiles, of: ImportCheck) => {
    try {
      const imported = await importing.mutateAsync({ files, check: of });
      const result = texts.imported(imported.addedCount, imported.changedCount);
      showToast("success", result);
      setDone(result);
      setTools(undefined);
      setZip(undefined);
      checking.reset();
      // The button that was pressed goes away.
      toolsButton.current?.focus();
    } catch {
      // Shown below from importing.error.
    }
  };

  return (
    <>
      <BackLink to={paths.manageTools}>{texts.manageTools}</BackLink>
      <h1 className="text-title">{texts.title}</h1>
      <p className="mt-4 max-w-prose text-quiet">
        {texts.howTo((text) => (
          <a
            href={fileAddress("/csv/tools", "xlsx")}
            download
            className="underline underline-offset-4"
          >
            {text}
          </a>
        ))}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <FileChoice
          label={texts.tools}
          title={tools ? texts.chooseOtherTools : texts.chooseTools}
          accept={SPREADSHEETS}
          file={tools}
          button={toolsButton}
          primary
          busy={checking.isPending}
          onChoose={(chosen) => choose({ tools: chosen, zip })}
        />
        <FileChoice
          label={texts.zip}
          title={zip ? texts.chooseOtherZip : texts.chooseZip}
          accept=".zip,application/zip"
          file={zip}
          button={zipButton}
          busy={checking.isPending}
          onChoose={(chosen) => choose({ tools, zip: chosen })}
          onRemove={() => {
            choose({ tools, zip: undefined });
            zipButton.current?.focus();
          }}
        />
      </div>
      <p
        role="status"
        className="mt-6 max-w-prose border-l-2 border-success py-1 pl-4 empty:hidden"
      >
        {done && (
          <>
            {texts.finished(done)}{" "}
            <AppLink to={paths.manageTools} className="font-medium underline underline-offset-4">
              {texts.seeThem}
            </AppLink>
          </>
        )}
      </p>
      <div role="alert" className="mt-4 max-w-prose text-error empty:hidden">
        {tooLarge ?? (error && errorMessage(error))}
      </div>
      {tools && (importing.error || isTransient(error)) && !tooLarge && (
        <Button
          variant="outline"
          className="mt-4"
          onClick={() => {
            choose({ tools, zip });
            // This button goes away.
            toolsButton.current?.focus();
          }}
        >
          {texts.checkAgain}
        </Button>
      )}
      {checking.isPending && (
        <ImportProgress
          label={texts.check}
          progress={checking.progress}
          textOf={texts.picturesDone}
          waiting={zip ? texts.sendingZip(megabytes(zip)) : texts.checking}
        />
      )}
      {tools && check && (
        <ImportPreview
          check={check}
          hasZip={zip !== undefined}
          options={options}
          onOptions={(chosen) => choose({ tools, zip }, chosen)}
        >
          {check.faultCount === 0 && check.addedCount + check.changedCount > 0 && (
            <Button
              className="mt-6"
              busy={importing.isPending}
              onClick={() => void apply({ tools, zip, options }, check)}
            >
              {texts.importOf(check.addedCount + check.changedCount)}
            </Button>
          )}
          {importing.isPending && (
            <ImportProgress
              label={texts.import}
              progress={importing.progress}
              textOf={texts.toolsDone}
              waiting={texts.sending}
              note={texts.allOrNone}
            />
          )}
        </ImportPreview>
      )}
      <Notes locale={locale} />
    </>
  );
}

/** What the file may have in it. */
const Notes = ({ locale }: { locale: string }) => (
  <section className="mt-12 max-w-3xl">
    <h2 className="text-heading">{texts.aboutFile}</h2>
    <dl className="mt-3">
      <Note title={texts.rowsTitle}>{texts.file}</Note>
      <Note title={texts.columnsTitle}>
        {texts.columns((text) => (
          <a
            href={template(locale)}
            download="tools-template.csv"
            className="underline underline-offset-4"
          >
            {text}
          </a>
        ))}
      </Note>
      <Note title={texts.picturesTitle}>{texts.pictures}</Note>
      <Note title={texts.otherShopsTitle}>{texts.otherShops}</Note>
    </dl>
  </section>
);

const Note = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="gap-x-6 border-t border-rule py-3 sm:grid sm:grid-cols-[9rem_minmax(0,1fr)]">
    <dt className="font-medium">{title}</dt>
    <dd className="text-quiet">{children}</dd>
  </div>
);

const megabytes = ({ size }: File) => Math.ceil(size / 1024 / 1024);

function sizeFault(tools: File | undefined, zip: File | undefined) {
  if (tools && tools.size > MAX_FILE_BYTES) return texts.toolsTooLarge;
  if (zip && zip.size > MAX_ZIP_BYTES) return texts.zipTooLarge;
  return undefined;
}

interface FileChoiceProps {
  label: string;
  title: string;
  accept: string;
  file: File | undefined;
  button: RefObject<HTMLButtonElement | null>;
  primary?: boolean;
  busy: boolean;
  onChoose: (file: File) => void;
  onRemove?: () => void;
}

function FileChoice({
  label,
  title,
  accept,
  file,
  button,
  primary,
  busy,
  onChoose,
  onRemove,
}: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        ref={button}
        variant={primary ? "primary" : "outline"}
        busy={busy}
        onClick={() => input.current?.click()}
      >
        {title}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          if (chosen) onChoose(chosen);
          // The same file can be chosen again after an edit.
          target.value = "";
        }}
      />
      {file && <span className="wrap-anywhere">{file.name}</span>}
      {file && onRemove && !busy && (
        <Button variant="quiet" aria-label={texts.removeOf(file.name)} onClick={onRemove}>
          {texts.remove}
        </Button>
      )}
    </div>
  );
}
