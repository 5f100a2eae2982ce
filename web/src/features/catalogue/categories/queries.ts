import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Category, unwrap } from "../../../api/client.ts";

export type CategoryChange = Pick<Category, "name"> & { slug?: string; parent: string };

/** Adds a category, or changes the one with this id. */
export function useSaveCategory(id?: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: CategoryChange) => {
      if (id === undefined) await unwrap(api.POST("/categories", { body }));
      else await unwrap(api.PUT("/categories/{id}", { params: { path: { id } }, body }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["categories"] }),
  });
}

export function useDeleteCategory() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Category) =>
      unwrap(api.DELETE("/categories/{id}", { params: { path: { id: _id } } })),
    onSettled: () =>
      Promise.all(
        ["categories", "tools"].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      ),
  });
}
