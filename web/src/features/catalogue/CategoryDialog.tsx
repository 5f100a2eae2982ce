import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Category } from "../../api/client.ts";
import { send } from "../../api/client.ts";
import { useChange } from "../../api/use-change.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormActions } from "../../ui/FormActions.tsx";
import { focusFirst } from "../../ui/focus-first.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useApiForm } from "../../ui/use-api-form.ts";
import { texts } from "./category-dialog.texts.en.ts";
import { categoriesQuery } from "./queries.ts";

interface CategoryDialogProps {
  /** The category to change. It is undefined for a new one. */
  category: Category | undefined;
  onClose: () => void;
  /** Gets the slug of a new category, once the category is among the others. */
  onAdded?: (slug: string) => void;
}

type CategoryChange = { name: string; frenchName: string; slug?: string; parent: string };

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

/** Adds or changes a category. */
export function CategoryDialog({ category, onClose, onAdded }: CategoryDialogProps) {
  const { data: all = [] } = useQuery(categoriesQuery);
  const queryClient = useQueryClient();
  const saving = useSaveCategory(category?._id);
  const form = useApiForm({
    keepAs: `category ${category?._id}`,
    defaultValues: {
      name: category?.name ?? "",
      frenchName: category?.frenchName ?? "",
      parent: category?.parent ?? "",
    },
    call: (typed: CategoryChange) => saving.mutateAsync(typed),
    done: (addedId, { name }) => {
      onClose();
      const now = queryClient.getQueryData(categoriesQuery.queryKey) ?? [];
      const added = now.find(({ _id }) => _id === addedId);
      if (added) onAdded?.(added.slug);
      showToast("success", texts.saved(name.trim()));
    },
  });
  const parents = all.filter(({ slug, parent }) => !parent && slug !== category?.slug);

  return (
    <Dialog open title={category ? texts.edit : texts.add} onClose={onClose}>
      <form ref={focusFirst} noValidate className="mt-5" onSubmit={form.submit}>
        <div className="grid gap-x-6 sm:grid-cols-2">
          <Field
            label={texts.name}
            required
            autoComplete="off"
            lang="en-CA"
            maxLength={60}
            {...form.field("name", { required: texts.nameRequired })}
          />
          <Field
            label={texts.frenchName}
            hint={texts.frenchHint}
            autoComplete="off"
            lang="fr-CA"
            maxLength={60}
            {...form.field("frenchName")}
          />
        </div>
        <SelectField label={texts.partOf} className="mb-5" {...form.register("parent")}>
          <option value="">{texts.noOther}</option>
          {parents.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
        <FormActions wide form={form} onCancel={onClose}>
          {texts.save}
        </FormActions>
      </form>
    </Dialog>
  );
}
