import { useQuery } from "@tanstack/react-query";
import { useShop } from "../../../api/shop.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { homePageQuery } from "./queries.ts";
import { texts } from "./texts.en.ts";
import { WidePicture } from "./WidePicture.tsx";

/** The owner's story. Without one it begins as the About page does. */
export function Story() {
  const { aboutTitle, aboutPicture, storyText, storyPicture } = useShop();
  const { data } = useQuery(homePageQuery);
  const text = storyText || data?.about;
  const picture = storyPicture || aboutPicture;
  if (!text) return null;
  return (
    <section aria-labelledby="story" className="measure">
      <div className={`story ${picture ? "story-beside" : ""}`}>
        {picture && <WidePicture path={picture} className="story-picture" />}
        <div>
          <h2 id="story" className="text-title wrap-anywhere">
            {aboutTitle || texts.story}
          </h2>
          <p className="mt-6 text-lead whitespace-pre-line wrap-anywhere" dir="auto">
            {text}
          </p>
          {aboutTitle && (
            <AppLink to={paths.about} className="btn btn-outline mt-8">
              {texts.moreAboutUs}
            </AppLink>
          )}
        </div>
      </div>
    </section>
  );
}
