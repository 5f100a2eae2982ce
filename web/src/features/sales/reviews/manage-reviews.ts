import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api, type Review, type ReviewWithState, unwrap, unwrapPage } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { showToast } from "../../../ui/toast.tsx";

type ReviewState = ReviewWithState["state"];

/** The states as the filter shows them. The first is the default. */
export const STATES = { published: "Published", pending: "To approve", hidden: "Hidden" };

export const parseState = (text: string): ReviewState =>
  text in STATES ? (text as ReviewState) : "published";

export const managedReviewsQuery = (state: ReviewState) =>
  infiniteQueryOptions({
    queryKey: ["reviews", "managed", state],
    queryFn: ({ pageParam, signal }) => {
      const query = { state, sort: "newest", limit: 100, cursor: pageParam ?? undefined } as const;
      return unwrapPage<ReviewWithState>(api.GET("/manageReviews", { params: { query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    meta: { private: true },
  });

/** Hides or publishes a review with the text that the owner has read. */
export function useModeration() {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: ({ review, state }: { review: Review; state: "published" | "hidden" }) =>
      unwrap(
        api.PUT("/manageReviews/{id}/state", {
          params: { path: { id: review._id } },
          body: { state, review: review.review },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["reviews"] }),
  });

  // Set before the next rendering, so that a double click sends one request.
  const isSending = useRef(false);

  const moderate = async (review: Review, state: "published" | "hidden") => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      await mutateAsync({ review, state });
      document.getElementById("main")?.focus({ preventScroll: true });
      showToast("info", state === "hidden" ? "The review is hidden" : "The review is published");
    } catch (error) {
      showToast("error", errorMessage(error));
    } finally {
      isSending.current = false;
    }
  };
  return { moderate, isBusy: ({ _id }: Review) => isPending && variables?.review._id === _id };
}
