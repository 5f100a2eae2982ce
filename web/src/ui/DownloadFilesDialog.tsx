import { useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { DownloadFiles } from "./DownloadFiles.tsx";

/** A button that opens the choice of days and files to download. */
export function DownloadFilesDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Download files
      </Button>
      <Dialog open={open} title="Download files" onClose={() => setOpen(false)}>
        {open && <DownloadFiles onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}
