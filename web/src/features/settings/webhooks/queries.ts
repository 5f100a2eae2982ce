import { useMutation, useQueryClient } from "@tanstack/react-query";
import { send, type WebhookEvent } from "../../../api/client.ts";
import { PRIVATE, pagesQuery, privateQuery } from "../../../api/query.ts";
import { useChange } from "../../../api/use-change.ts";

export interface WebhookChoice {
  url: string;
  events: WebhookEvent[];
  paused?: boolean;
}

const REFRESH = { refetchInterval: 10_000 };

export const webhooksQuery = privateQuery(["webhooks"], "/webhooks", {}, REFRESH);

/** The deliveries of the last two weeks, newest first. */
export const deliveriesQuery = (id: string) =>
  pagesQuery(
    ["webhooks", id, "deliveries"],
    "/webhooks/{id}/deliveries",
    { path: { id }, query: { limit: 50 } },
    { ...REFRESH, ...PRIVATE },
  );

/** Every change of webhooks. The lists are read again after each. */
export function useWebhookChanges() {
  const queryClient = useQueryClient();
  const then = ["webhooks"];
  return {
    add: useChange((body: WebhookChoice) => send("POST /webhooks", { body }), then),
    edit: useChange(
      ({ id, ...body }: WebhookChoice & { id: string }) =>
        send("PUT /webhooks/{id}", { path: { id }, body }),
      then,
    ),
    remove: useMutation({
      mutationFn: (id: string) => send("DELETE /webhooks/{id}", { path: { id } }),
      // The log is gone.
      onSettled: () => queryClient.invalidateQueries({ queryKey: ["webhooks"], exact: true }),
    }),
    rotate: useChange((id: string) => send("POST /webhooks/{id}/secret", { path: { id } })),
    test: useChange((id: string) => send("POST /webhooks/{id}/test", { path: { id } }), then),
    replay: useChange(
      (path: { id: string; delivery: string }) =>
        send("POST /webhooks/{id}/deliveries/{delivery}/replay", { path }),
      then,
    ),
  };
}
