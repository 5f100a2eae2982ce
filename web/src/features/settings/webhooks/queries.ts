import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap, unwrapPage, type WebhookEvent } from "../../../api/client.ts";

export interface WebhookChoice {
  url: string;
  events: WebhookEvent[];
  paused?: boolean;
}

const REFRESH = 10_000;

export const webhooksQuery = queryOptions({
  queryKey: ["webhooks"],
  queryFn: ({ signal }) => unwrap(api.GET("/webhooks", { signal })),
  refetchInterval: REFRESH,
  meta: { private: true },
});

/** The deliveries of the last two weeks, newest first. */
export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ["webhooks", id, "deliveries"],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: 50, cursor: pageParam ?? undefined };
      const params = { path: { id }, query };
      return unwrapPage(api.GET("/webhooks/{id}/deliveries", { params, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    refetchInterval: REFRESH,
    meta: { private: true },
  });

/** Every change of webhooks. The lists are read again after each. */
export function useWebhookChanges() {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ["webhooks"] });
  const path = (id: string) => ({ params: { path: { id } } });
  return {
    add: useMutation({
      mutationFn: (body: WebhookChoice) => unwrap(api.POST("/webhooks", { body })),
      onSettled,
    }),
    edit: useMutation({
      mutationFn: ({ id, ...body }: WebhookChoice & { id: string }) =>
        unwrap(api.PUT("/webhooks/{id}", { ...path(id), body })),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => unwrap(api.DELETE("/webhooks/{id}", path(id))),
      // The log is gone.
      onSettled: () => queryClient.invalidateQueries({ queryKey: ["webhooks"], exact: true }),
    }),
    rotate: useMutation({
      mutationFn: (id: string) => unwrap(api.POST("/webhooks/{id}/secret", path(id))),
    }),
    test: useMutation({
      mutationFn: (id: string) => unwrap(api.POST("/webhooks/{id}/test", path(id))),
      onSettled,
    }),
    replay: useMutation({
      mutationFn: ({ id, delivery }: { id: string; delivery: string }) =>
        unwrap(
          api.POST("/webhooks/{id}/deliveries/{delivery}/replay", {
            params: { path: { id, delivery } },
          }),
        ),
      onSettled,
    }),
  };
}
