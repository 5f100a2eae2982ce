import { useQuery } from "@tanstack/react-query";
import { FileDownload } from "../../../ui/FileDownload.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { texts } from "./newsletter.texts.en.ts";
import { newsletterSubscribersQuery } from "./queries.ts";

/** The number of confirmed addresses, and their file. */
export function NewsletterSubscribers({ isOn }: { isOn: boolean }) {
  const { data, error, refetch } = useQuery(newsletterSubscribersQuery);
  return (
    <section aria-labelledby="newsletter-subscribers" className="mt-10">
      <h2 id="newsletter-subscribers" className="text-heading">
        {texts.title}
      </h2>
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Spinner label={texts.loading} />
      ) : (
        <>
          {isOn && !data.isOffered && (
            <p className="mt-3 max-w-prose border-l-2 border-warning py-1 pl-4">
              {texts.notOffered}
            </p>
          )}
          <p className="mt-3">{texts.count(data.count)}</p>
          <p className="mt-1 max-w-prose text-sm text-quiet">{texts.file}</p>
          <FileDownload path="/csv/newsletter" label={texts.download} className="mt-4" />
        </>
      )}
    </section>
  );
}
