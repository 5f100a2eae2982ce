import { useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { DownloadFiles } from "./DownloadFiles.tsx";
import { texts } from "./FileDownload.texts.en.ts";

/** A button that opens the choice of days and files to download. */
export function DownloadFilesDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {texts.downloadFiles}
      </Button>
      <Dialog open={open} title={texts.downloadFiles} onClose={() => setOpen(false)}>
        {open && <DownloadFiles onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}
