import {
  infiniteQueryOptions,
  keepPreviousData,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { answer, answerPage, api, type User } from "../../api/client.ts";

const PAGE = { limit: 100 } as const;

/** Oldest first, as accounts were made. `part` of the address; all of them when it is empty. */
export const usersQuery = (part: string) =>
  infiniteQueryOptions({
    queryKey: ["users", part],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...PAGE, q: part || undefined, cursor: pageParam ?? undefined };
      return answerPage(api.GET("/users", { params: { query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    meta: { private: true },
  });

/** Whether somebody became an admin by it; false who was one before. */
export function useMakeAdmin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ email }: User) => {
      const path = { email };
      const { modifiedCount } = await answer(api.PUT("/user/admin/{email}", { params: { path } }));
      return modifiedCount > 0;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["users"] }),
  });
}
