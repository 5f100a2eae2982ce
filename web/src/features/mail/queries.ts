import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, answerPage, api } from "../../api/client.ts";

const PAGE = { limit: 100, state: "failed" } as const;

type Read = Awaited<ReturnType<typeof readFailed>>;

export type FailedMail = Read["rows"][number];

const readFailed = (cursor: string | null, signal: AbortSignal) => {
  const query = { ...PAGE, cursor: cursor ?? undefined };
  return answerPage(api.GET("/mails", { params: { query } as never, signal }));
};

/** Mail that was given up, the latest first. */
export const failedMailsQuery = infiniteQueryOptions({
  queryKey: ["mails", "failed"],
  queryFn: ({ pageParam, signal }) => readFailed(pageParam, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.next,
  meta: { private: true },
});

export function useRetryMail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answer(api.POST("/mails/{id}/retry", { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["mails"] }),
  });
}
