import "./home.css";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { BannerCarousel } from "./BannerCarousel.tsx";
import { BrowseTools } from "./BrowseTools.tsx";
import { BusinessSummary } from "./BusinessSummary.tsx";
import { ByTheDozen } from "./ByTheDozen.tsx";
import { CustomerVoices } from "./CustomerVoices.tsx";
import { GardenersYear } from "./GardenersYear.tsx";
import { Hero } from "./Hero.tsx";
import { InfoCards } from "./InfoCards.tsx";

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
