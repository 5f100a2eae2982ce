import { useQuery } from "@tanstack/react-query";
import { categoryPath } from "../../../page-paths.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import { homePageQuery } from "./queries.ts";
import { texts } from "./texts.en.ts";

/** A single category would be the same list as All Tools. */
export function CategoryTiles() {
  const { data } = useQuery(homePageQuery);
  const categories = data?.categories ?? [];
  if (categories.length < 2) return null;
  return (
    <nav aria-labelledby="categories" className="measure">
      <h2 id="categories" className="text-title">
        {texts.categories}
      </h2>
      <ul className={`tiles tiles-${categories.length}`}>
        {categories.map((category) => (
          <li key={category.slug}>
            <AppLink to={categoryPath(category)} className="tile group">
              <Picture src={category.img} alt="" sizes="(min-width: 64rem) 300px, 50vw" />
              <span className="group-hover:underline">{category.name}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
