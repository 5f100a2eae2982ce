import { useShop } from "../api/shop.ts";
import { Choice } from "./Choice.tsx";
import { texts } from "./FileDownload.texts.en.ts";

/** `format` of `GET /csv/{file}` and `GET /redirect-file`. */
export type FileFormat = "xlsx" | "csv" | "csv-semicolon";

interface FormatChoiceProps {
  value: FileFormat;
  onChange: (format: FileFormat) => void;
  className?: string;
}

/** Excel first, then CSV as spreadsheets of the shop's country read it. */
export function FormatChoice({ value, onChange, className = "" }: FormatChoiceProps) {
  const { locale } = useShop();
  const csv: [string, string][] = [
    ["csv", "CSV, 24.50"],
    ["csv-semicolon", "CSV, 24,50"],
  ];
  if (locale === "fr-CA") csv.reverse();
  return (
    <div className={className}>
      <Choice
        legend={texts.format}
        options={[["xlsx", "Excel"], ...csv]}
        value={value}
        onChange={(format) => onChange(format as FileFormat)}
      />
      <p className="mt-2 max-w-prose text-sm text-quiet">{texts.aboutFormats}</p>
    </div>
  );
}

/** The address of a file in this format, which the call at `path` makes. */
export const fileAddress = (path: string, format: FileFormat, query: Record<string, string> = {}) =>
  `/api${path}?${new URLSearchParams({ ...query, format })}`;
