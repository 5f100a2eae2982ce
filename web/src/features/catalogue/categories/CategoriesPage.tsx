import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Category } from "../../../api/client.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { useConfirmDelete } from "../../../ui/use-confirm.tsx";
import { CategoryDialog } from "../CategoryDialog.tsx";
import { categoriesQuery } from "../queries.ts";
import { useDeleteCategory } from "./queries.ts";

export default function CategoriesPage() {
  const { data: categories, error, refetch } = useQuery(categoriesQuery);
  // "new": the form of a new category is open.
  const [edited, setEdited] = useState<Category | "new">();
  const add = <Button onClick={() => setEdited("new")}>Add category</Button>;

  return (
    <>
      <BackLink to={paths.manageTools}>Manage Tool</BackLink>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-title">Categories</h1>
        {categories && categories.length > 0 && add}
      </div>
      <p className="mt-4 mb-8 max-w-prose text-quiet">
        Customers can choose a category on All Tools. A category can contain others.
      </p>
      {!categories ? (
        error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label="Loading the categories" />
        )
      ) : categories.length > 0 ? (
        <CategoriesTable categories={categories} onEdit={setEdited} />
      ) : (
        <EmptyState title="No categories yet" picture="/scenes/empty-shelf.svg" action={add}>
          Add the first one, then choose it for your tools.
        </EmptyState>
      )}
      {edited && (
        <CategoryDialog
          category={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

interface CategoriesTableProps {
  categories: Category[];
  onEdit: (category: Category) => void;
}

function CategoriesTable({ categories, onEdit }: CategoriesTableProps) {
  const deletion = useDeleteCategory();
  const { ask, dialog } = useConfirmDelete<Category>({
    nameOf: ({ name }) => <span dir="auto">{name}</span>,
    remove: async (category) => {
      await deletion.mutateAsync(category);
      return { kind: "success", text: `Category ${category.name} is deleted` };
    },
  });
  return (
    <>
      <Table
        caption="Categories"
        rows={categories}
        rowKey={({ _id }) => _id}
        columns={[
          {
            title: "Name",
            rowHeader: true,
            className: "min-w-40",
            cell: ({ name, parent }) => (
              <span className={parent ? "pl-6" : "font-medium"} dir="auto">
                {name}
              </span>
            ),
          },
          {
            title: "Tools",
            cell: ({ slug, name }) => (
              <AppLink
                to={`${paths.manageTools}?category=${slug}`}
                className="underline underline-offset-4"
                aria-label={`Show tools in ${name}`}
              >
                Show tools
              </AppLink>
            ),
          },
          {
            title: "Edit",
            place: "action",
            cell: (category) => (
              <Button
                variant="outline"
                small
                aria-label={`Edit ${category.name}`}
                onClick={() => onEdit(category)}
              >
                Edit
              </Button>
            ),
          },
          {
            title: "Delete",
            place: "more",
            cell: (category) => (
              <Button
                variant="outline"
                small
                aria-label={`Delete ${category.name}`}
                onClick={() => ask(category)}
              >
                Delete
              </Button>
            ),
          },
        ]}
      />
      {dialog}
    </>
  );
}
