import type { Category } from "../../api/client.ts";

/** The options of a select. Categories below another one are indented. */
export const CategoryOptions = ({ categories }: { categories: Category[] }) =>
  categories.map(({ slug, name, parent }) => (
    <option key={slug} value={slug}>
      {parent && "\u2003"}
      {name}
    </option>
  ));
