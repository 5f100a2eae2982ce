import { BannerCarousel } from "./BannerCarousel.tsx";
import { BusinessSummary } from "./BusinessSummary.tsx";

/** The same for everyone, so the build also writes it as HTML, which is painted before the app's code has run. */
export const HomeTop = () => (
  <>
    <BannerCarousel />
    <BusinessSummary />
  </>
);
