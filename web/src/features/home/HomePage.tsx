import "./home.css";
import { BannerCarousel } from "./BannerCarousel.tsx";
import { BrowseTools } from "./BrowseTools.tsx";
import { BusinessSummary } from "./BusinessSummary.tsx";
import { Hero } from "./Hero.tsx";
import { HowWeSell } from "./HowWeSell.tsx";
import { InfoCards } from "./InfoCards.tsx";
import { LatestReviews } from "./LatestReviews.tsx";
import { SeasonCalendar } from "./SeasonCalendar.tsx";

/** The sections and their order are the specification's; ByTheDozen and GardenersYear are the two it leaves open. */
export default function HomePage() {
  return (
    <>
      <BannerCarousel />
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
