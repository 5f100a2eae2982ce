import { useQuery } from "@tanstack/react-query";
import { useShop } from "../../../api/shop.ts";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Markdown } from "../../../ui/Markdown.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { shopSettingsQuery } from "../../settings/shop-settings/queries.ts";
import { texts } from "./about.texts.en.ts";

/** The owner about the shop: a name, a picture and a text. */
export default function AboutPage() {
  const { aboutTitle, aboutPicture } = useShop();
  const { data: settings, error, refetch } = useQuery(shopSettingsQuery);
  return (
    <div className="measure py-12 lg:py-16">
      <p className="eyebrow">{texts.about}</p>
      <h1 className="mt-3 text-display wrap-anywhere">{aboutTitle}</h1>
      <div className="mt-10 grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-16">
        {settings ? (
          <Markdown nodes={settings.aboutContent} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner label={texts.loading} />
        )}
        {aboutPicture && (
          <div className="w-full max-w-88 bg-plate max-lg:order-first">
            <Picture src={aboutPicture} alt={aboutTitle} load="first" />
          </div>
        )}
      </div>
    </div>
  );
}
