import { useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { texts } from "./FileDownload.texts.en.ts";
import { type FileFormat, FormatChoice, fileAddress } from "./FormatChoice.tsx";
import { texts as words } from "./texts.en.ts";

interface FileDownloadProps {
  /** The path of the call that makes the file: `/csv/orders`. */
  path: string;
  query?: Record<string, string>;
  label: string;
  /** Looks like a link in a text. */
  link?: boolean;
  className?: string;
}

/** A button that asks for the format of one file, and downloads it. */
export function FileDownload({ path, query, label, link, className = "" }: FileDownloadProps) {
  const [open, setOpen] = useState(false);
  const [format, setFormat] = useState<FileFormat>("xlsx");
  const close = () => setOpen(false);
  return (
    <>
      {link ? (
        <button type="button" className={`underline ${className}`} onClick={() => setOpen(true)}>
          {label}
        </button>
      ) : (
        <Button variant="outline" className={className} onClick={() => setOpen(true)}>
          {label}
        </Button>
      )}
      <Dialog open={open} title={label} onClose={close}>
        <FormatChoice className="mt-4" value={format} onChange={setFormat} />
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={close}>
            {words.cancel}
          </Button>
          <a
            href={fileAddress(path, format, query)}
            download
            className="btn btn-primary"
            onClick={close}
          >
            {texts.download}
          </a>
        </div>
      </Dialog>
    </>
  );
}
