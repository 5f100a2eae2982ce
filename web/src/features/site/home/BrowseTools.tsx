import { useQuery } from "@tanstack/react-query";
import { useShop } from "../../../api/shop.ts";
import { useLiveStock } from "../../../api/use-live-stock.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { ToolGrid } from "../../catalogue/listing/ToolGrid.tsx";
import { LATEST, latestToolsQuery } from "../../catalogue/queries.ts";
import { texts } from "./texts.en.ts";

/** A shop without a tool has no such section, and one with a few shows all of them here. */
export function BrowseTools() {
  useLiveStock();
  const { data: tools, error, refetch } = useQuery(latestToolsQuery);
  const { hasArticles: isDemo } = useShop();
  if (tools?.length === 0) return null;
  const hasMore = !tools || tools.length === LATEST.limit;
  return (
    <section aria-labelledby="browse" className="measure py-12 lg:py-24">
      {isDemo && <p className="eyebrow mb-3">{texts.newInCatalogue}</p>}
      <h2 id="browse" className="text-title">
        {isDemo ? texts.browse : hasMore ? texts.newTools : texts.ourTools}
      </h2>
      <div className={`few-tools mt-8 lg:mt-12 ${tools ? `few-tools-${tools.length}` : ""}`}>
        {error && !tools ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <ToolGrid tools={tools} placeholders={6} headingLevel="h3" />
        )}
      </div>
      {hasMore && (
        <div className="mt-16 text-center">
          <AppLink to={paths.tools} className="btn btn-primary px-8">
            {isDemo ? texts.loadMore : texts.allTools}
          </AppLink>
        </div>
      )}
    </section>
  );
}
