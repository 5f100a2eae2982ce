import "./own-home.css";
import { useQuery } from "@tanstack/react-query";
import type { Tool } from "../../../api/client.ts";
import { useShop } from "../../../api/shop.ts";
import { formatPrice } from "../../../money.ts";
import { toolPath } from "../../../page-paths.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import { latestToolsQuery } from "../../catalogue/queries.ts";
import { HeroButtons } from "./HeroButtons.tsx";
import { homePageQuery } from "./queries.ts";
import { texts } from "./texts.en.ts";
import { WidePicture } from "./WidePicture.tsx";

const PLATE_TOOLS = 3;

/** The owner's words beside the owner's picture. Without a picture the best tools stand there. */
export function OwnHero() {
  const { name, tagline, intro, heroPicture } = useShop();
  const { data: latest } = useQuery(latestToolsQuery);
  const { data: home } = useQuery(homePageQuery);
  const isEmpty = latest?.length === 0;
  const text = isEmpty ? texts.nothingForSale : intro;
  const tools = bestTools(home?.favourites, latest);
  return (
    <section
      aria-labelledby="hero"
      className={`own-hero ${heroPicture ? "own-hero-picture" : tools.length > 0 ? "own-hero-plate" : ""}`}
    >
      <div className="own-hero-words">
        {tagline && <p className="own-hero-name">{name}</p>}
        <h1 id="hero" className="text-display wrap-anywhere">
          {tagline || name}
        </h1>
        {text && (
          <p className="mt-6 max-w-md text-lead whitespace-pre-line wrap-anywhere">{text}</p>
        )}
        <div className="mt-8 empty:hidden">
          <HeroButtons hasTools={!isEmpty} />
        </div>
      </div>
      {heroPicture ? (
        <WidePicture path={heroPicture} isFirst />
      ) : (
        tools.length > 0 && (
          <ul className={`packets packets-${tools.length}`}>
            {tools.map((tool, place) => (
              <li key={tool._id}>
                <AppLink to={toolPath(tool)} className="packet group">
                  <Picture
                    src={tool.img}
                    alt=""
                    sizes="(min-width: 64rem) 200px, 30vw"
                    load={place === 0 ? "first" : "soon"}
                  />
                  <span className="packet-name group-hover:underline">{tool.name}</span>
                  <span className="packet-price figures">{formatPrice(tool.price)}</span>
                </AppLink>
              </li>
            ))}
          </ul>
        )
      )}
    </section>
  );
}

/** The best sellers, and behind them the newest. */
function bestTools(favourites: Tool[] = [], latest: Tool[] = []) {
  const others = latest.filter(({ _id }) => !favourites.some((tool) => tool._id === _id));
  return [...favourites, ...others].slice(0, PLATE_TOOLS);
}
