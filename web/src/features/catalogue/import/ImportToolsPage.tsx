import { type RefObject, useRef, useState } from "react";
import type { ToolImportCheck as ImportCheck } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { isTransient } from "../../../api/errors.ts";
import { SPREADSHEETS } from "../../../api/file-body.ts";
import { useShop } from "../../../api/shop.ts";
import { formatCount, pluralize } from "../../../money.ts";
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
  ["Draw hoe", "HOE-1", "A light hoe for weeding.", "24.50", "120", "6", "draw-hoe.jpg"],
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
      const result = `${pluralize(imported.addedCount, "tool")} added, ${formatCount(imported.changedCount)} changed`;
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
      <BackLink to={paths.manageTools}>Manage Tool</BackLink>
      <h1 className="text-title">Import tools</h1>
      <div className="mt-4 max-w-prose space-y-3 text-quiet">
        <p>
          <a
            href={fileAddress("/csv/tools", "xlsx")}
            download
            className="underline underline-offset-4"
          >
            Download the Excel file of your tools
          </a>
          , edit it in a spreadsheet, and choose it here. You will see what changes before anything
          is saved.
        </p>
        <p>
          The file can be Excel (.xlsx) or CSV. Rows are matched by ID, or else by SKU. Other rows
          become new tools. Columns you leave out are not changed. A file can have up to 10,000
          rows.
        </p>
        <p>
          New tools need the columns Name, Description, Price, Available quantity and Picture. All
          other columns are optional.{" "}
          <a
            href={template(locale)}
            download="tools-template.csv"
            className="underline underline-offset-4"
          >
            Download a template
          </a>{" "}
          with one example.
        </p>
        <p>
          The Picture column holds a web address or a file name such as draw-hoe.jpg. Put those
          files in one zip (up to 500 pictures and 50 MB) and choose it as well.
        </p>
        <p>
          You can also choose the CSV export of your products from Shopify or WooCommerce as it is.
          The shop fetches up to 500 pictures by their addresses.
        </p>
      </div>
      <div className="mt-6 space-y-3">
        <FileChoice
          label="File of tools"
          title={tools ? "Choose another file" : "Choose an Excel or CSV file"}
          accept={SPREADSHEETS}
          file={tools}
          button={toolsButton}
          primary
          busy={checking.isPending}
          onChoose={(chosen) => choose({ tools: chosen, zip })}
        />
        <FileChoice
          label="Zip with pictures"
          title={zip ? "Choose another zip" : "Choose a zip with pictures"}
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
            Import finished: {done}.{" "}
            <AppLink to={paths.manageTools} className="font-medium underline underline-offset-4">
              See them in Manage Tool
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
          Check again
        </Button>
      )}
      {checking.isPending && (
        <ImportProgress
          label="Check"
          progress={checking.progress}
          noun="picture"
          waiting={
            zip ? `Sending the file and the zip of ${megabytes(zip)} …` : "Checking the file …"
          }
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
              Import {pluralize(check.addedCount + check.changedCount, "tool")}
            </Button>
          )}
          {importing.isPending && (
            <ImportProgress
              label="Import"
              progress={importing.progress}
              noun="tool"
              waiting="Sending the file …"
              note="All rows are imported, or none."
            />
          )}
        </ImportPreview>
      )}
    </>
  );
}

const megabytes = ({ size }: File) => `${formatCount(Math.ceil(size / 1024 / 1024))} MB`;

function sizeFault(tools: File | undefined, zip: File | undefined) {
  if (tools && tools.size > MAX_FILE_BYTES)
    return "This file is larger than 5 MB. Please split it into several files.";
  if (zip && zip.size > MAX_ZIP_BYTES)
    return "The zip is larger than 50 MB. Please make the pictures smaller, or import in several parts.";
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
        <Button variant="quiet" aria-label={`Remove ${file.name}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  );
}
