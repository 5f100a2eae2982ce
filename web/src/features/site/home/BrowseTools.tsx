import { useQuery } from "@tanstack/react-query";
import { useLiveStock } from "../../../api/use-live-stock.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { ToolGrid } from "../../catalogue/listing/ToolGrid.tsx";
import { LATEST, latestToolsQuery } from "../../catalogue/queries.ts";

/** A shop without a tool has no such section, and one with a few shows all of them here. */
export function BrowseTools() {
  useLiveStock();
  const { data: tools, error, refetch } = useQuery(latestToolsQuery);
  if (tools?.length === 0) return null;
  return (
    <section aria-labelledby="browse" className="measure py-12 lg:py-24">
      <p className="eyebrow">New in the catalogue</p>
      <h2 id="browse" className="mt-3 text-title">
        Browse All Tools
      </h2>
      <div className={`few-tools mt-8 lg:mt-12 ${tools ? `few-tools-${tools.length}` : ""}`}>
        {error && !tools ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <ToolGrid tools={tools} placeholders={6} headingLevel="h3" />
        )}
      </div>
      {(!tools || tools.length === LATEST.limit) && (
        <div className="mt-16 text-center">
          <AppLink to={paths.tools} className="btn btn-primary px-8">
            Load More Tools
          </AppLink>
        </div>
      )}
    </section>
  );
}
