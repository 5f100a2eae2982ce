import { useQuery } from "@tanstack/react-query";
import { type Control, useController } from "react-hook-form";
import { Button } from "../../../ui/Button.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { CategoryOptions } from "../CategoryOptions.tsx";
import { categoriesQuery } from "../queries.ts";
import type { ToolDraft } from "./tool-draft.ts";
import { texts } from "./tool-form.texts.en.ts";

interface CategoryFieldProps {
  control: Control<ToolDraft>;
  /** Asks for a category that is not in the list. Absent if the account may not add one. */
  onNew?: (() => void) | undefined;
}

/**
 * The category of a tool. Controlled, because the browser drops a registered value whose option loads later. A
 * category that is not in the list, or not yet, is shown by its slug.
 */
export function CategoryField({ control, onNew }: CategoryFieldProps) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  const { field } = useController({ control, name: "category" });
  const isListed = categories.some(({ slug }) => slug === field.value);
  return (
    <div className="mb-5">
      <SelectField label={texts.labels.category} {...field}>
        <option value="">{texts.noCategory}</option>
        {field.value && !isListed && <option value={field.value}>{field.value}</option>}
        <CategoryOptions categories={categories} />
      </SelectField>
      {onNew && (
        <Button variant="quiet" small className="-ml-3" onClick={onNew}>
          {texts.newCategory}
        </Button>
      )}
    </div>
  );
}
