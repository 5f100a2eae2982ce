import { useState } from "react";
import { Button } from "./Button.tsx";
import { type DownloadName, texts } from "./FileDownload.texts.en.ts";
import { type FileFormat, FormatChoice, fileAddress } from "./FormatChoice.tsx";
import { lastMonth } from "./last-month.ts";
import { texts as words } from "./texts.en.ts";

const FILES: DownloadName[] = ["payments", "refunds", "orders", "purchases"];

const IN_DIALOG = "flex flex-wrap justify-end";
const ON_PAGE = "grid w-fit grid-cols-2 max-[22.5rem]:grid-cols-1 lg:flex";

interface DownloadFilesProps {
  /** Closes the dialog around the files, if they are in one. */
  onClose?: () => void;
}

/** Files for a spreadsheet or a bookkeeper. */
export function DownloadFiles({ onClose }: DownloadFilesProps) {
  const [days, setDays] = useState({ from: "", to: "" });
  const [format, setFormat] = useState<FileFormat>("xlsx");
  const query = Object.fromEntries(Object.entries(days).filter(([, day]) => day !== ""));
  const dayField = (name: "from" | "to", label: string) => (
    <label className="w-42 text-sm font-medium">
      {label}
      <input
        type="date"
        className="input figures mt-1.5"
        value={days[name]}
        {...(name === "to" ? { min: days.from } : { max: days.to })}
        onChange={({ target }) => setDays({ ...days, [name]: target.value })}
      />
    </label>
  );
  return (
    <>
      <p className="mt-2 max-w-prose text-quiet">{texts.aboutFiles}</p>
      <div className="mt-4 flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="flex flex-wrap gap-x-4 gap-y-3">
          {dayField("from", texts.firstDay)}
          {dayField("to", texts.lastDay)}
        </div>
        <Button variant="outline" onClick={() => setDays(lastMonth())}>
          {texts.lastMonth}
        </Button>
      </div>
      <FormatChoice className="mt-5" value={format} onChange={setFormat} />
      <div className={`mt-5 gap-3 ${onClose ? IN_DIALOG : ON_PAGE}`}>
        {onClose && (
          <Button variant="outline" onClick={onClose}>
            {words.cancel}
          </Button>
        )}
        {FILES.map((name) => (
          <a
            key={name}
            href={fileAddress(`/csv/${name}`, format, query)}
            download
            className={`btn ${onClose ? "btn-primary" : "btn-outline"}`}
            onClick={onClose}
          >
            {onClose ? texts.files[name] : texts.downloads[name]}
          </a>
        ))}
      </div>
    </>
  );
}
