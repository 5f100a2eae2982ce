import { type Category, send } from "../../../api/client.ts";
import { useChange } from "../../../api/use-change.ts";

export type CategoryChange = Pick<Category, "name"> & { slug?: string; parent: string };

/** Adds a category, or changes the one with this id. */
export const useSaveCategory = (id?: string) =>
  useChange(
    (body: CategoryChange): Promise<unknown> =>
      id === undefined
        ? send("POST /categories", { body })
        : send("PUT /categories/{id}", { path: { id }, body }),
    ["categories"],
  );

export const useDeleteCategory = () =>
  useChange(
    ({ _id }: Category) => send("DELETE /categories/{id}", { path: { id: _id } }),
    ["categories", "tools"],
  );
