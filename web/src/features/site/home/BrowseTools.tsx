import { useQuery } from "@tanstack/react-query";
import { useLiveStock } from "../../../api/use-live-stock.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { ToolGrid } from "../../catalogue/listing/ToolGrid.tsx";
import { latestToolsQuery } from "../../catalogue/queries.ts";

export function BrowseTools() {
  useLiveStock();
  const { data: tools, error, refetch } = useQuery(latestToolsQuery);
  return (
    <section aria-labelledby="browse" className="measure py-20 lg:py-28">
      <p className="eyebrow">New in the catalogue</p>
      <h2 id="browse" className="mt-3 text-title">
        Browse All Tools
      </h2>
      <div className="mt-12">
        {error && !tools ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : tools?.length === 0 ? (
          <p className="text-quiet">Nothing is for sale yet. Please come back soon.</p>
        ) : (
          <ToolGrid tools={tools} placeholders={6} headingLevel="h3" />
        )}
      </div>
      {tools?.length !== 0 && (
        <div className="mt-16 text-center">
          <AppLink to={paths.tools} className="btn btn-primary px-8">
            Load More Tools
          </AppLink>
        </div>
      )}
    </section>
  );
}
