import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../../api/client.ts";
import { allRoles } from "../../../../api/session/use-role.ts";

export type LoginMethods = Awaited<ReturnType<typeof readLoginMethods>>;

const readLoginMethods = (signal: AbortSignal) =>
  unwrap(api.GET("/identity/login-methods", { signal }));

export const loginMethodsQuery = queryOptions({
  queryKey: ["ways in"],
  queryFn: ({ signal }) => readLoginMethods(signal),
  meta: { private: true },
});

export const verificationQuery = queryOptions({
  queryKey: ["verification"],
  queryFn: ({ signal }) => unwrap(api.GET("/identity/email/verification", { signal })),
  meta: { private: true },
});

export const sessionsQuery = queryOptions({
  queryKey: ["devices"],
  queryFn: ({ signal }) => unwrap(api.GET("/identity/sessions", { signal })),
  meta: { private: true },
});

export const secondFactorQuery = queryOptions({
  queryKey: ["second factor"],
  queryFn: ({ signal }) => unwrap(api.GET("/identity/second-factor", { signal })),
  meta: { private: true },
});

/** A mutation of the account. Afterwards all queries of the account run again. */
export function useAccountChange<Given = void, Answer = unknown>(
  change: (given: Given) => Promise<Answer>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all(
        [loginMethodsQuery, verificationQuery, sessionsQuery, secondFactorQuery, allRoles].map(
          ({ queryKey }) => queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
