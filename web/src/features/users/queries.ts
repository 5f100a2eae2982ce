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

/** Makes a user an admin, or takes the role away. Resolves to false if nothing changed. */
export function useChangeRole() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ email, role }: Pick<User, "email" | "role">) => {
      const init = { params: { path: { email } } };
      const path = "/user/admin/{email}";
      const { modifiedCount } = await unwrap(
        role === "admin" ? api.DELETE(path, init) : api.PUT(path, init),
      );
      return modifiedCount > 0;
    },
    // Not awaited: the dialog returns the focus to the row's button before that disappears.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["users"] }),
  });
}
