import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "../../../api/client.ts";

export type WaysIn = Awaited<ReturnType<typeof readWaysIn>>;

const readWaysIn = (signal: AbortSignal) => answer(api.GET("/identity/links", { signal }));

/** How one can get into one's account: password, phone, providers. */
export const waysInQuery = queryOptions({
  queryKey: ["ways in"],
  queryFn: ({ signal }) => readWaysIn(signal),
  meta: { private: true },
});

export const verificationQuery = queryOptions({
  queryKey: ["verification"],
  queryFn: ({ signal }) => answer(api.GET("/identity/email/verification", { signal })),
  meta: { private: true },
});

export const devicesQuery = queryOptions({
  queryKey: ["devices"],
  queryFn: ({ signal }) => answer(api.GET("/identity/sessions", { signal })),
  meta: { private: true },
});

/** A change of the account, after which what is shown of it is read again. */
export function useAccountChange<Given = void, Answer = unknown>(
  change: (given: Given) => Promise<Answer>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all(
        [waysInQuery, verificationQuery, devicesQuery].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
