import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { answer, answerTagged, api, type Tagged, type Tool } from "../../api/client.ts";
import { Attempt } from "../../api/idempotent-request.ts";
import type { bodyOf, changesOf } from "./tool-draft.ts";

// The owner's calls. Apart from queries.ts, which every visitor loads.

type ToolBody = ReturnType<typeof bodyOf>;

/** A tool for its form: read when the form opens and not again under the owner's hands. */
export const editedToolQuery = (id: string) =>
  queryOptions({
    queryKey: ["tool", id, "edited"],
    queryFn: ({ signal }) =>
      answerTagged<Tool>(api.GET("/tools/{id}", { params: { path: { id } }, signal })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    meta: { private: true },
  });

export function useAddTool() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ToolBody) => answer(api.POST("/tools", { body })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["tools"] }),
  });
}

interface Edit {
  opened: Tagged<Tool>;
  body: ReturnType<typeof changesOf>;
}

export function useEditTool() {
  const queryClient = useQueryClient();
  // An edit whose answer was lost may have arrived: sent again, it must not add to the stock twice.
  const attempt = useRef<Attempt>(null);
  return useMutation({
    mutationFn: ({ opened: { data, tag }, body }: Edit) => {
      attempt.current ??= new Attempt();
      const header = { "If-Match": tag, "Idempotency-Key": attempt.current.keyFor({ tag, body }) };
      return answer(api.PUT("/tools/{id}", { params: { path: { id: data._id }, header }, body }));
    },
    onSettled: (_answer, error) => {
      attempt.current?.ended(error);
      return queryClient.invalidateQueries({ queryKey: ["tools"] });
    },
  });
}

export function useDeleteTool() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Tool) =>
      answer(api.DELETE("/tools/{id}", { params: { path: { id: _id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["tools"] }),
  });
}
