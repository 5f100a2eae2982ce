import { type Category, send } from "../../api/client.ts";
import { useChange } from "../../api/use-change.ts";
import { Field } from "../../ui/Field.tsx";
import { FormActions } from "../../ui/FormActions.tsx";
import { focusFirst } from "../../ui/focus-first.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useApiForm } from "../../ui/use-api-form.ts";

interface CategoryFormProps {
  /** Undefined for a new one. */
  category: Category | undefined;
  all: Category[];
  onClose: () => void;
  /** After a new one is among the categories. */
  onAdded?: (id: string) => void;
}

type CategoryChange = Pick<Category, "name"> & { slug?: string; parent: string };

/** Adds a category, or changes the one with this id. */
const useSaveCategory = (id?: string) =>
  useChange(
    async (body: CategoryChange): Promise<string | null> => {
      if (id === undefined) return (await send("POST /categories", { body })).insertedId;
      await send("PUT /categories/{id}", { path: { id }, body });
      return null;
    },
    ["categories"],
  );

export function CategoryForm({ category, all, onClose, onAdded }: CategoryFormProps) {
  const saving = useSaveCategory(category?._id);
  const form = useApiForm({
    defaultValues: { name: category?.name ?? "", parent: category?.parent ?? "" },
    call: (typed: CategoryChange) => saving.mutateAsync(typed),
    done: (added, { name }) => {
      onClose();
      if (added) onAdded?.(added);
      showToast("success", `Category ${name.trim()} is saved`);
    },
  });
  const parents = all.filter(({ slug, parent }) => !parent && slug !== category?.slug);

  return (
    <form ref={focusFirst} noValidate className="mt-5" onSubmit={form.submit}>
      <Field
        label="Name"
        required
        autoComplete="off"
        maxLength={60}
        {...form.field("name", { required: "Name is required" })}
      />
      <SelectField label="Part of" className="mb-5" {...form.register("parent")}>
        <option value="">No other category</option>
        {parents.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      <FormActions wide form={form} onCancel={onClose}>
        Save
      </FormActions>
    </form>
  );
}
