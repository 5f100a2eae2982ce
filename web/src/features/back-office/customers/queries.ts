import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client.ts";

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ["users", "one", id],
    queryFn: ({ signal }) => unwrap(api.GET("/users/{id}", { params: { path: { id } }, signal })),
    meta: { private: true },
  });

export function useSaveCustomerNotes(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { notes: string; before: string }) =>
      unwrap(api.PUT("/users/{id}/notes", { params: { path: { id } }, body })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["users", "one", id] }),
  });
}
