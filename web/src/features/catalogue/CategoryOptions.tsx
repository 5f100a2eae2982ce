import type { Category } from "../../api/client.ts";
import { formatCount } from "../../money.ts";

interface CategoryOptionsProps {
  categories: Category[];
  /** Number of tools. A category without one has none. */
  counts?: { slug: string; count: number }[] | undefined;
}

/** The options of a select. Those below a category are indented. */
export const CategoryOptions = ({ categories, counts }: CategoryOptionsProps) =>
  categories.map(({ slug, name, parent }) => (
    <option key={slug} value={slug}>
      {parent && "\u2003"}
      {name}
      {counts && ` (${formatCount(counts.find((it) => it.slug === slug)?.count ?? 0)})`}
    </option>
  ));
