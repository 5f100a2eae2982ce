import { useQuery } from "@tanstack/react-query";
import { type Control, useController } from "react-hook-form";
import { SelectField } from "../../../ui/SelectField.tsx";
import { CategoryOptions } from "../CategoryOptions.tsx";
import { categoriesQuery } from "../queries.ts";
import type { ToolDraft } from "./tool-draft.ts";

/**
 * The category of a tool. Controlled, because the browser drops a registered value whose option loads later. A
 * category that is not in the list, or not yet, is shown by its slug.
 */
export function CategoryField({ control }: { control: Control<ToolDraft> }) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  const { field } = useController({ control, name: "category" });
  const isListed = categories.some(({ slug }) => slug === field.value);
  return (
    <SelectField label="Category" className="mb-5" {...field}>
      <option value="">None</option>
      {field.value && !isListed && <option value={field.value}>{field.value}</option>}
      <CategoryOptions categories={categories} />
    </SelectField>
  );
}
