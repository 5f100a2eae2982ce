import "./home.css";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { BannerCarousel } from "./BannerCarousel.tsx";
import { BrowseTools } from "./BrowseTools.tsx";
import { BusinessSummary } from "./BusinessSummary.tsx";
import { Hero } from "./Hero.tsx";
import { ByTheDozen } from "./HowWeSell.tsx";
import { InfoCards } from "./InfoCards.tsx";
import { CustomerVoices } from "./LatestReviews.tsx";
import { GardenersYear } from "./SeasonCalendar.tsx";

/** The sections and their order are the specification's; ByTheDozen and GardenersYear are the two it leaves open. */
export default function HomePage() {
  return (
    <>
      <PageTitle />
      <BannerCarousel />
      <BusinessSummary />
      <Hero />
      <BrowseTools />
      <ByTheDozen />
      <CustomerVoices />
      <InfoCards />
      <GardenersYear />
    </>
  );
}
