import { CsvFiles } from "../../../ui/CsvFiles.tsx";

export function BookDownloads() {
  return (
    <section aria-labelledby="downloads" className="mt-12">
      <h2 id="downloads" className="text-heading">
        For your bookkeeping
      </h2>
      <CsvFiles />
    </section>
  );
}
