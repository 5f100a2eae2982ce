import { BannerCarousel, type BannerOffers } from "./BannerCarousel.tsx";
import { BusinessSummary } from "./BusinessSummary.tsx";

/**
 * The same for everyone but for the offers, so the build also writes it as HTML, which is painted before the app's code
 * has run.
 */
export const HomeTop = ({ offers }: { offers?: BannerOffers }) => (
  <>
    <BannerCarousel offers={offers} />
    <BusinessSummary />
  </>
);
