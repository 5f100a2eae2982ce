import { useQuery } from "@tanstack/react-query";
import { categoryPath } from "../../../page-paths.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { categoriesQuery } from "../../catalogue/queries.ts";
import { texts } from "./texts.en.ts";

/** The categories of the first level, below the banners. */
export function CategoryRow() {
  const { data: categories = [] } = useQuery(categoriesQuery);
  const shown = categories.filter(({ parent }) => !parent);
  if (shown.length === 0) return null;
  return (
    <nav aria-label={texts.categories} className="border-b border-rule">
      <ul className="category-row measure">
        {shown.map((category) => (
          <li key={category.slug}>
            <AppLink to={categoryPath(category)} className="block py-3 hover:underline">
              {category.name}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
