import { useQuery } from "@tanstack/react-query";
import { type ComponentType, Fragment } from "react";
import { hasName, useShop } from "../../../api/shop.ts";
import { formatPrice } from "../../../money.ts";
import { toolPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { latestToolsQuery } from "../../catalogue/queries.ts";
import { BannerCarousel } from "./BannerCarousel.tsx";
import { BrowseTools } from "./BrowseTools.tsx";
import { BusinessSummary } from "./BusinessSummary.tsx";
import { bannersOf } from "./banners.ts";
import { CategoryRow } from "./CategoryRow.tsx";
import { Hero } from "./Hero.tsx";
import { HowWeSell } from "./HowWeSell.tsx";
import { InfoCards } from "./InfoCards.tsx";
import { LatestReviews } from "./LatestReviews.tsx";
import { SeasonCalendar } from "./SeasonCalendar.tsx";

/** The sections below the tools. The owner sets their order. */
const SECTIONS: Record<string, ComponentType> = {
  sell: HowWeSell,
  reviews: LatestReviews,
  contact: InfoCards,
  year: SeasonCalendar,
};

/**
 * The sections and their first order come from docs/specification.md. The owner chooses among them in Shop settings.
 */
export default function HomePage() {
  const { data: tools } = useQuery(latestToolsQuery);
  const { homeSections, bannerSlides } = useShop();
  return (
    <>
      {hasName(homeSections, "banner") && (
        <BannerCarousel
          banners={bannersOf(bannerSlides)}
          offers={(banner, isShown) => {
            if (tools?.length === 0) return null;
            const tool = tools?.[banner];
            return (
              <AppLink
                to={tool ? toolPath(tool) : paths.tools}
                className="font-medium underline underline-offset-4"
                // A banner that is out of view is hidden from the keyboard, too.
                tabIndex={isShown ? undefined : -1}
              >
                {tool ? `${tool.name}, ${formatPrice(tool.price)}` : "All Tools"}
              </AppLink>
            );
          }}
        />
      )}
      <CategoryRow />
      {hasName(homeSections, "summary") && <BusinessSummary />}
      <Hero />
      <BrowseTools />
      {homeSections.split(" ").map((name) => {
        const Section = SECTIONS[name] ?? Fragment;
        return <Section key={name} />;
      })}
    </>
  );
}
