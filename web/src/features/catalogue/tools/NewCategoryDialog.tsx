import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Dialog } from "../../../ui/Dialog.tsx";
import { CategoryForm } from "../CategoryForm.tsx";
import { categoriesQuery } from "../queries.ts";

interface NewCategoryDialogProps {
  onAdded: (slug: string) => void;
  onClose: () => void;
}

/** Adds a category without leaving the tool. */
export function NewCategoryDialog({ onAdded, onClose }: NewCategoryDialogProps) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  const queryClient = useQueryClient();
  return (
    <Dialog open title="New category" onClose={onClose}>
      <CategoryForm
        category={undefined}
        all={categories}
        onClose={onClose}
        onAdded={(id) => {
          const now = queryClient.getQueryData(categoriesQuery.queryKey) ?? [];
          const added = now.find(({ _id }) => _id === id);
          if (added) onAdded(added.slug);
        }}
      />
    </Dialog>
  );
}
