import { useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Field } from "./Field.tsx";

interface CsvExportProps {
  files: { name: "orders" | "payments"; label: string }[];
}

/** A button that opens the choice of days and files to download. */
export function CsvExport({ files }: CsvExportProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Download CSV
      </Button>
      <Dialog open={open} title="Download CSV" onClose={() => setOpen(false)}>
        {open && <CsvForm files={files} onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function CsvForm({ files, onClose }: CsvExportProps & { onClose: () => void }) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const range = new URLSearchParams({ ...(from && { from }), ...(to && { to }) }).toString();
  return (
    <>
      <p className="mt-3 mb-5 text-quiet">
        For spreadsheets. Leave the days empty to download everything. Days are where the shop is.
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Field
          label="From"
          type="date"
          max={to || undefined}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <Field
          label="To"
          type="date"
          min={from || undefined}
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        {files.map(({ name, label }) => (
          <a
            key={name}
            href={`/api/csv/${name}${range && `?${range}`}`}
            download
            className="btn btn-primary"
            onClick={onClose}
          >
            {label}
          </a>
        ))}
      </div>
    </>
  );
}
