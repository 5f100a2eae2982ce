import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type KeyScope, unwrap } from "../../../api/client.ts";

export const apiKeysQuery = queryOptions({
  queryKey: ["api-keys"],
  queryFn: ({ signal }) => unwrap(api.GET("/api-keys", { signal })),
  meta: { private: true },
});

export interface NewApiKey {
  name: string;
  scopes: KeyScope[];
  days: number;
  password: string;
}

export function useCreateApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewApiKey) => unwrap(api.POST("/api-keys", { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["api-keys"] }),
  });
}

export function useDeleteApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE("/api-keys/{id}", { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["api-keys"] }),
  });
}
