import {
  infiniteQueryOptions,
  keepPreviousData,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap, unwrapPage } from "../../api/client.ts";

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
    mutationFn: async (email: string) => {
      const path = { email };
      const { modifiedCount } = await unwrap(api.PUT("/user/admin/{email}", { params: { path } }));
      return modifiedCount > 0;
    },
    // Not awaited: the dialog returns the focus to the row's button before that disappears.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["users"] }),
  });
}
