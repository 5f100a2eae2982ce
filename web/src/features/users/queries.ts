import {
  infiniteQueryOptions,
  keepPreviousData,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, type User, unwrap, unwrapPage } from "../../api/client.ts";

const PAGE = { limit: 100 } as const;

/** Users whose e-mail contains `search`, oldest first. */
export const usersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ["users", search],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...PAGE, q: search || undefined, cursor: pageParam ?? undefined };
      return unwrapPage(api.GET("/users", { params: { query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    meta: { private: true },
  });

/** Resolves to false if the user was an admin before. */
export function useMakeAdmin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ email }: User) => {
      const path = { email };
      const { modifiedCount } = await unwrap(api.PUT("/user/admin/{email}", { params: { path } }));
      return modifiedCount > 0;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["users"] }),
  });
}
