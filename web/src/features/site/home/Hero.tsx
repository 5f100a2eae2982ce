import { useQuery } from "@tanstack/react-query";
import { useShop } from "../../../api/shop.ts";
import { latestToolsQuery } from "../../catalogue/queries.ts";
import { HeroButtons } from "./HeroButtons.tsx";
import { texts } from "./texts.en.ts";

/** The hero of the demo. */
export function Hero() {
  const { name, tagline, intro } = useShop();
  const { data: tools } = useQuery(latestToolsQuery);
  const text = tools?.length === 0 ? texts.nothingForSale : intro;
  return (
    <section aria-labelledby="hero" className="hero">
      <div
        className={`measure grid items-end gap-6 py-10 sm:py-16 lg:gap-10 lg:py-24 ${text ? "lg:grid-cols-[3fr_2fr]" : ""}`}
      >
        <h1 id="hero" className="text-display">
          {tagline || name}
        </h1>
        <div>
          {text && (
            <p className="mb-6 max-w-md text-lead whitespace-pre-line wrap-anywhere">{text}</p>
          )}
          <HeroButtons hasTools={tools?.length !== 0} />
        </div>
      </div>
    </section>
  );
}
