import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import {
  api,
  type Tool,
  unwrap,
  unwrapPage,
  unwrapWithEtag,
  type WithEtag,
} from "../../../api/client.ts";
import { IdempotentRequest } from "../../../api/idempotent-request.ts";
import type { editBody, newToolBody } from "./tool-draft.ts";

// The admin's calls. Separate from ../queries.ts, which every visitor loads.

type ToolBody = ReturnType<typeof newToolBody>;

/** The tool to edit. It is read when the form opens and not refreshed during the edit. */
export const toolToEditQuery = (id: string) =>
  queryOptions({
    queryKey: ["tool", id, "edited"],
    queryFn: ({ signal }) =>
      unwrapWithEtag<Tool>(api.GET("/tools/{id}", { params: { path: { id } }, signal })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    meta: { private: true },
  });

export const TOOL_STATES = {
  "": "All",
  published: "Published",
  draft: "Drafts",
  low: "Low stock",
};

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
    ...(state && state in TOOL_STATES && { state }),
  }) as ManagedToolFilter;

/** Every tool that is not removed, drafts included. */
export const managedToolsQuery = (filter: ManagedToolFilter) =>
  infiniteQueryOptions({
    queryKey: ["tools", "managed", filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, ...(pageParam && { cursor: pageParam }) };
      return unwrapPage(api.GET("/manageTools", { params: { query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    meta: { private: true },
  });

/** How many customers wait for each tool that is sold out. */
export const stockAlertsQuery = queryOptions({
  queryKey: ["stock alerts"],
  queryFn: async ({ signal }) => {
    const counts = await unwrap(api.GET("/stock-alerts", { signal }));
    return new Map(counts.map(({ toolId, waiting }) => [toolId, waiting]));
  },
  meta: { private: true },
});

export function useAddTool() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ToolBody) => unwrap(api.POST("/tools", { body })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["tools"] }),
  });
}

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
      return unwrap(api.PUT("/tools/{id}", { params: { path: { id: data._id }, header }, body }));
    },
    onSettled: (_answer, error) => {
      request.current?.finish(error);
      return queryClient.invalidateQueries({ queryKey: ["tools"] });
    },
  });
}

export const removedToolsQuery = queryOptions({
  queryKey: ["tools", "removed"],
  queryFn: ({ signal }) => unwrap(api.GET("/removed-tools", { signal })),
  meta: { private: true },
});

export function useRestoreTool() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Tool) =>
      unwrap(api.POST("/removed-tools/{id}/restore", { params: { path: { id: _id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["tools"] }),
  });
}

export function useDeleteTool() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Tool) =>
      unwrap(api.DELETE("/tools/{id}", { params: { path: { id: _id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["tools"] }),
  });
}
