import { useQuery } from "@tanstack/react-query";
import { ToolGrid } from "../../catalogue/listing/ToolGrid.tsx";
import { LATEST, latestToolsQuery } from "../../catalogue/queries.ts";
import { homePageQuery } from "./queries.ts";
import { texts } from "./texts.en.ts";

const ROW = 3;

/** The best sellers in whole rows. A shop with a few tools shows all of them elsewhere on the page. */
export function Favourites() {
  const { data: latest = [] } = useQuery(latestToolsQuery);
  const { data } = useQuery(homePageQuery);
  const tools = data?.favourites ?? [];
  if (latest.length < LATEST.limit || tools.length < ROW) return null;
  const shown = tools.slice(0, tools.length - (tools.length % ROW));
  return (
    <section aria-labelledby="favourites" className="tinted">
      <div className="measure">
        <h2 id="favourites" className="text-title">
          {texts.favourites}
        </h2>
        <p className="mt-3 text-quiet">{texts.boughtMost}</p>
        <div className={`few-tools mt-8 lg:mt-12 few-tools-${shown.length}`}>
          <ToolGrid tools={shown} placeholders={ROW} headingLevel="h3" />
        </div>
      </div>
    </section>
  );
}
