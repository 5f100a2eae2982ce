import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Review, unwrap } from "../../../api/client.ts";
import type { components } from "../../../api/schema.gen.ts";

export type ReviewOptions = components["schemas"]["ReviewOptions"];

export const ownReviewsQuery = (email: string) =>
  queryOptions({
    queryKey: ["reviews", "mine", email],
    queryFn: ({ signal }) => unwrap(api.GET("/reviews/mine", { signal })),
    // The server lists the oldest first.
    select: (reviews) => reviews.toReversed(),
    meta: { private: true },
  });

/** Whether the account may review, and what a review may be about. */
export const reviewOptionsQuery = (email: string) =>
  queryOptions({
    queryKey: ["reviews", "options", email],
    queryFn: ({ signal }) => unwrap(api.GET("/reviews/options", { signal })),
    meta: { private: true },
  });

export function useEditReview({ _id }: Review) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { review: string; rating: number }) =>
      unwrap(api.PUT("/reviews/{id}", { params: { path: { id: _id } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["reviews"] }),
  });
}
