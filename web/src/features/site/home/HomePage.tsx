import "./home.css";
import { type ComponentType, Fragment, useEffect } from "react";
import { hasName, useShop } from "../../../api/shop.ts";
import { Banners } from "./Banners.tsx";
import { BrowseTools } from "./BrowseTools.tsx";
import { BusinessSummary } from "./BusinessSummary.tsx";
import { CategoryRow } from "./CategoryRow.tsx";
import { CategoryTiles } from "./CategoryTiles.tsx";
import { Favourites } from "./Favourites.tsx";
import { Hero } from "./Hero.tsx";
import { HowWeSell } from "./HowWeSell.tsx";
import { InfoCards } from "./InfoCards.tsx";
import { LatestReviews } from "./LatestReviews.tsx";
import { OwnHero } from "./OwnHero.tsx";
import { SeasonCalendar } from "./SeasonCalendar.tsx";
import { ShopPromises } from "./ShopPromises.tsx";
import { Story } from "./Story.tsx";

/** The sections that the owner orders. */
const SECTIONS: Record<string, ComponentType> = {
  promises: ShopPromises,
  favourites: Favourites,
  story: Story,
  sell: HowWeSell,
  reviews: LatestReviews,
  contact: InfoCards,
  year: SeasonCalendar,
};

/** The sections of an owner’s shop. The demo has these four where docs/specification.md says. */
const OWN_SECTIONS: typeof SECTIONS = {
  ...SECTIONS,
  categories: CategoryTiles,
  new: BrowseTools,
  banner: Banners,
  summary: BusinessSummary,
};

export default function HomePage() {
  const { homeSections, hasArticles: isDemo } = useShop();
  useEffect(() => {
    if (window.location.search === "?preview")
      void import("./draft-preview.ts").then((it) => it.showDrafts());
  }, []);
  const order = homeSections.split(" ");
  if (!isDemo)
    return (
      <>
        <OwnHero />
        <div className="own-page">{order.map((name) => show(OWN_SECTIONS, name))}</div>
      </>
    );
  return (
    <>
      {hasName(homeSections, "banner") && <Banners />}
      <CategoryRow />
      {hasName(homeSections, "summary") && <BusinessSummary />}
      <Hero />
      <BrowseTools />
      {order.map((name) => show(SECTIONS, name))}
    </>
  );
}

function show(sections: typeof SECTIONS, name: string) {
  const Section = sections[name] ?? Fragment;
  return <Section key={name} />;
}
