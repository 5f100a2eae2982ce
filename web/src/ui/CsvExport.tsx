import { useState } from "react";
import { Button } from "./Button.tsx";
import { CsvFiles } from "./CsvFiles.tsx";
import { Dialog } from "./Dialog.tsx";

/** A button that opens the choice of days and files to download. */
export function CsvExport() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Download CSV
      </Button>
      <Dialog open={open} title="Download CSV" onClose={() => setOpen(false)}>
        {open && <CsvFiles onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}
