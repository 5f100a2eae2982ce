import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api, type Tool, unwrap, unwrapWithEtag, type WithEtag } from "../../api/client.ts";
import { IdempotentRequest } from "../../api/idempotent-request.ts";
import type { editBody, newToolBody } from "./tool-draft.ts";

// The admin's calls. Separate from queries.ts, which every visitor loads.

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

export function useDeleteTool() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Tool) =>
      unwrap(api.DELETE("/tools/{id}", { params: { path: { id: _id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["tools"] }),
  });
}
