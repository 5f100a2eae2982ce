import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap, unwrapPage } from "../../../api/client.ts";

const PAGE = { limit: 100, state: "failed" } as const;

/** E-mails whose delivery failed for good, newest first. */
export const undeliveredEmailsQuery = infiniteQueryOptions({
  queryKey: ["mails", "failed"],
  queryFn: ({ pageParam, signal }) => {
    const query = { ...PAGE, cursor: pageParam ?? undefined };
    return unwrapPage(api.GET("/mails", { params: { query }, signal }));
  },
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.next,
  meta: { private: true },
});

export function useRetryEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.POST("/mails/{id}/retry", { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["mails"] }),
  });
}
