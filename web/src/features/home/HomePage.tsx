import { BrowseTools } from "./BrowseTools.tsx";
import { Hero } from "./Hero.tsx";
import { HomeTop } from "./HomeTop.tsx";
import { HowWeSell } from "./HowWeSell.tsx";
import { InfoCards } from "./InfoCards.tsx";
import { LatestReviews } from "./LatestReviews.tsx";
import { SeasonCalendar } from "./SeasonCalendar.tsx";

/** The sections and their order come from docs/specification.md, which leaves HowWeSell and SeasonCalendar open. */
export default function HomePage() {
  return (
    <>
      <HomeTop />
      <Hero />
      <BrowseTools />
      <HowWeSell />
      <LatestReviews />
      <InfoCards />
      <SeasonCalendar />
    </>
  );
}
