import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { request, send, type Tool, unwrapWithEtag, type WithEtag } from "../../../api/client.ts";
import { IdempotentRequest } from "../../../api/idempotent-request.ts";
import { PRIVATE, pagesQuery, privateQuery } from "../../../api/query.ts";
import { useChange } from "../../../api/use-change.ts";
import { toolStates } from "./states.texts.en.ts";
import type { editBody, newToolBody } from "./tool-draft.ts";

// The admin's calls. Separate from ../queries.ts, which every visitor loads.

/** The tool to edit. It is read when the form opens and not refreshed during the edit. */
export const toolToEditQuery = (id: string) =>
  queryOptions({
    queryKey: ["tool", id, "edited"],
    queryFn: ({ signal }) =>
      unwrapWithEtag<Tool>(request("GET /tools/{id}", { path: { id }, signal })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    ...PRIVATE,
  });

interface ManagedToolFilter {
  q?: string;
  category?: string;
  state?: "published" | "draft" | "low";
}

/** What the address says. Unset members are absent, because this is part of the query key. */
export const managedToolFilter = (q: string, category: string, state: string) =>
  ({
    ...(q && { q }),
    ...(category && { category }),
    ...(state && state in toolStates && { state }),
  }) as ManagedToolFilter;

/** Every tool that is not removed, drafts included. */
export const managedToolsQuery = (filter: ManagedToolFilter) =>
  pagesQuery(
    ["tools", "managed", filter],
    "/manageTools",
    { query: filter },
    { placeholderData: keepPreviousData, ...PRIVATE },
  );

/** How many customers wait for each tool that is sold out. */
export const stockAlertsQuery = queryOptions({
  queryKey: ["stock alerts"],
  queryFn: async ({ signal }) => {
    const counts = await send("GET /stock-alerts", { signal });
    return new Map(counts.map(({ toolId, waiting }) => [toolId, waiting]));
  },
  ...PRIVATE,
});

export const useAddTool = () =>
  useChange((body: ReturnType<typeof newToolBody>) => send("POST /tools", { body }), ["tools"]);

interface Edit {
  opened: WithEtag<Tool>;
  body: ReturnType<typeof editBody>;
}

export function useEditTool() {
  const queryClient = useQueryClient();
  // The response to an edit can get lost. Its repetition must not add to the stock twice.
  const request = useRef<IdempotentRequest>(null);
  return useMutation({
    mutationFn: ({ opened: { data, etag }, body }: Edit) => {
      request.current ??= new IdempotentRequest();
      const header = {
        "If-Match": etag,
        "Idempotency-Key": request.current.keyFor({ etag, body }),
      };
      return send("PUT /tools/{id}", { path: { id: data._id }, header, body });
    },
    onSettled: (_answer, error) => {
      request.current?.finish(error);
      return queryClient.invalidateQueries({ queryKey: ["tools"] });
    },
  });
}

export const removedToolsQuery = privateQuery(["tools", "removed"], "/removed-tools");

export const useRestoreTool = () =>
  useChange(
    ({ _id }: Tool) => send("POST /removed-tools/{id}/restore", { path: { id: _id } }),
    ["tools"],
  );

export const useDeleteTool = () =>
  useChange(({ _id }: Tool) => send("DELETE /tools/{id}", { path: { id: _id } }), ["tools"]);
