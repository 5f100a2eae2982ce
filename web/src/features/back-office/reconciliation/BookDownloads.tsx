import { DownloadFiles } from "../../../ui/DownloadFiles.tsx";

export function BookDownloads() {
  return (
    <section aria-labelledby="downloads" className="mt-12">
      <h2 id="downloads" className="text-heading">
        For your bookkeeping
      </h2>
      <DownloadFiles />
    </section>
  );
}
