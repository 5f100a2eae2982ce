import { useQuery } from "@tanstack/react-query";
import { formatPrice } from "../../../money.ts";
import { toolPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { latestToolsQuery } from "../../catalogue/queries.ts";
import { BannerCarousel } from "./BannerCarousel.tsx";
import { BrowseTools } from "./BrowseTools.tsx";
import { BusinessSummary } from "./BusinessSummary.tsx";
import { Hero } from "./Hero.tsx";
import { HowWeSell } from "./HowWeSell.tsx";
import { InfoCards } from "./InfoCards.tsx";
import { LatestReviews } from "./LatestReviews.tsx";
import { SeasonCalendar } from "./SeasonCalendar.tsx";

/** The sections and their order come from docs/specification.md, which leaves HowWeSell and SeasonCalendar open. */
export default function HomePage() {
  const { data: tools = [] } = useQuery(latestToolsQuery);
  return (
    <>
      <BannerCarousel
        offers={(banner, isShown) => {
          const tool = tools[banner];
          return (
            <AppLink
              to={tool ? toolPath(tool) : paths.tools}
              className="figures font-medium underline underline-offset-4"
              // A banner that is out of view is hidden from the keyboard, too.
              tabIndex={isShown ? undefined : -1}
            >
              {tool ? `${tool.name}, ${formatPrice(tool.price)}` : "All Tools"}
            </AppLink>
          );
        }}
      />
      <BusinessSummary />
      <Hero />
      <BrowseTools />
      <HowWeSell />
      <LatestReviews />
      <InfoCards />
      <SeasonCalendar />
    </>
  );
}
