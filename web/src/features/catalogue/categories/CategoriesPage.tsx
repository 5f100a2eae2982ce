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
import { managedCategoriesQuery } from "../queries.ts";
import { useDeleteCategory } from "./queries.ts";
import { texts } from "./texts.en.ts";

export default function CategoriesPage() {
  const { data: categories, error, refetch } = useQuery(managedCategoriesQuery);
  // "new": the form of a new category is open.
  const [edited, setEdited] = useState<Category | "new">();
  const add = <Button onClick={() => setEdited("new")}>{texts.add}</Button>;

  return (
    <>
      <BackLink to={paths.manageTools}>{texts.manageTools}</BackLink>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-title">{texts.title}</h1>
        {categories && categories.length > 0 && add}
      </div>
      <p className="mt-4 mb-8 max-w-prose text-quiet">{texts.introduction}</p>
      {!categories ? (
        error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label={texts.loading} />
        )
      ) : categories.length > 0 ? (
        <CategoriesTable categories={categories} onEdit={setEdited} />
      ) : (
        <EmptyState title={texts.noCategories} picture="/scenes/empty-shelf.svg" action={add}>
          {texts.addFirst}
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
      return { kind: "success", text: texts.deleted(category.name) };
    },
  });
  return (
    <>
      <Table
        caption={texts.title}
        rows={categories}
        rowKey={({ _id }) => _id}
        columns={[
          {
            title: texts.name,
            rowHeader: true,
            className: "min-w-40",
            cell: ({ name, parent }) => (
              <span className={parent ? "pl-6" : "font-medium"} dir="auto">
                {name}
              </span>
            ),
          },
          {
            title: texts.frenchName,
            cell: ({ frenchName }) =>
              frenchName ? (
                <span lang="fr-CA" dir="auto">
                  {frenchName}
                </span>
              ) : (
                <span className="text-quiet">{texts.frenchMissing}</span>
              ),
          },
          {
            title: texts.tools,
            cell: ({ slug, name }) => (
              <AppLink
                to={`${paths.manageTools}?category=${slug}`}
                className="underline underline-offset-4"
                aria-label={texts.showToolsOf(name)}
              >
                {texts.showTools}
              </AppLink>
            ),
          },
          {
            title: texts.edit,
            place: "action",
            cell: (category) => (
              <Button
                variant="outline"
                small
                aria-label={texts.editOf(category.name)}
                onClick={() => onEdit(category)}
              >
                {texts.edit}
              </Button>
            ),
          },
          {
            title: texts.delete,
            place: "more",
            cell: (category) => (
              <Button
                variant="outline"
                small
                aria-label={texts.deleteOf(category.name)}
                onClick={() => ask(category)}
              >
                {texts.delete}
              </Button>
            ),
          },
        ]}
      />
      {dialog}
    </>
  );
}
