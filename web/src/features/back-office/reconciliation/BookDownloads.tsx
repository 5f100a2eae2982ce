import { DownloadFiles } from "../../../ui/DownloadFiles.tsx";
import { texts } from "./texts.en.tsx";

export function BookDownloads() {
  return (
    <section aria-labelledby="downloads" className="mt-12">
      <h2 id="downloads" className="text-heading">
        {texts.forBookkeeping}
      </h2>
      <DownloadFiles />
    </section>
  );
}
