import { useLocation } from "react-router";
import type { Category, ToolFacets } from "../../../api/client.ts";
import { formatCount } from "../../../money.ts";
import { categoryPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { changed, readFilters, toSearch } from "./filters.ts";
import { texts } from "./texts.en.tsx";

interface CategoryTabsProps {
  categories: Category[];
  facets: ToolFacets | undefined;
  /** The category of the page. Undefined on All Tools, where a tab filters. */
  pageSlug: string | undefined;
}

/**
 * The categories of the first level, and the ones below the chosen one, with their numbers of
 * tools. Filters stay.
 */
export function CategoryTabs({ categories, facets, pageSlug }: CategoryTabsProps) {
  const filters = readFilters(useLocation().search);
  const chosen = pageSlug ?? filters.category;
  const parent = categories.find(({ slug }) => slug === chosen)?.parent ?? chosen;
  const shown = categories.filter((it) => !it.parent || it.parent === parent);
  const addressOf = (slug: string) => {
    const search = (category: string) => toSearch(changed(filters, { category }));
    if (pageSlug !== undefined && slug) return categoryPath({ slug }) + search("");
    return paths.tools + search(slug);
  };
  if (categories.length === 0) return null;
  return (
    <nav aria-label={texts.categories}>
      <ul className="category-tabs">
        {[{ slug: "", name: texts.allCategories }, ...shown].map(({ slug, name }) => {
          const count = facets?.categories.find((it) => it.slug === slug)?.count ?? 0;
          return (
            <li key={slug}>
              <AppLink
                to={addressOf(slug)}
                className="category-tab"
                aria-current={slug === chosen ? "true" : undefined}
              >
                {name}
                {slug && facets && (
                  <span className="category-count figures"> {formatCount(count)}</span>
                )}
              </AppLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
