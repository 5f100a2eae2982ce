import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, type User, unwrap, unwrapPage } from "../../../api/client.ts";
import type { RoleChange } from "./role-changes.ts";

const PAGE = { limit: 100 } as const;

/** Users whose e-mail contains `search`, oldest first. All of them, or the blocked ones. */
export const usersQuery = (search: string, blocked: boolean) =>
  infiniteQueryOptions({
    queryKey: ["users", { search, blocked }],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...PAGE,
        q: search || undefined,
        blocked: blocked || undefined,
        cursor: pageParam ?? undefined,
      };
      return unwrapPage(api.GET("/users", { params: { query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    meta: { private: true },
  });

/** Gives a user a role, or takes it away. Resolves to false if nothing changed. */
export function useChangeRole() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ user, change }: { user: User; change: RoleChange }) => {
      const init = { params: { path: { email: user.email } } };
      const isAdmin = change === "none" ? user.role === "admin" : change === "admin";
      const path = isAdmin ? "/user/admin/{email}" : "/user/staff/{email}";
      const { modifiedCount } = await unwrap(
        change === "none" ? api.DELETE(path, init) : api.PUT(path, init),
      );
      return modifiedCount > 0;
    },
    // Not awaited: the dialog returns the focus to the row's button before that disappears.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["users"] }),
  });
}

export const unpaidCustomersQuery = queryOptions({
  queryKey: ["users", "unpaid"],
  queryFn: ({ signal }) => unwrap(api.GET("/orders/unpaid-by-customer", { signal })),
  staleTime: 0,
  meta: { private: true },
});

/** A change of one account, and of its unpaid orders. */
function useUserChange<Answer>(change: (id: string) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all(
        ["users", "orders", "tools"].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
}

export const useDeleteUnpaidOrders = () =>
  useUserChange((id) =>
    unwrap(api.DELETE("/users/{id}/unpaid-orders", { params: { path: { id } } })),
  );

export const useBlock = () =>
  useUserChange((id) => unwrap(api.POST("/users/{id}/block", { params: { path: { id } } })));

export const useUnblock = () =>
  useUserChange((id) => unwrap(api.DELETE("/users/{id}/block", { params: { path: { id } } })));
