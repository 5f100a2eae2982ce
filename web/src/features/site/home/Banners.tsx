import { useQuery } from "@tanstack/react-query";
import { useShop } from "../../../api/shop.ts";
import { formatPrice } from "../../../money.ts";
import { toolPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { latestToolsQuery } from "../../catalogue/queries.ts";
import { BannerCarousel } from "./BannerCarousel.tsx";
import { bannersOf } from "./banners.ts";
import { texts } from "./texts.en.ts";

/** A banner without a link of its own leads to one of the latest tools. */
export function Banners() {
  const { data: tools } = useQuery(latestToolsQuery);
  const { bannerSlides, hasArticles: isDemo } = useShop();
  const banners = bannersOf(bannerSlides, isDemo);
  if (banners.length === 0) return null;
  return (
    <BannerCarousel
      banners={banners}
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
            {tool ? `${tool.name}, ${formatPrice(tool.price)}` : texts.allTools}
          </AppLink>
        );
      }}
    />
  );
}
