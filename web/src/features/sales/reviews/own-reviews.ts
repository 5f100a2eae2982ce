import { queryOptions } from "@tanstack/react-query";
import { type Answer, type Review, send } from "../../../api/client.ts";
import { PRIVATE, privateQuery } from "../../../api/query.ts";
import { useChange } from "../../../api/use-change.ts";

export type ReviewOptions = Answer<"GET /reviews/options">;

export const ownReviewsQuery = (email: string) =>
  queryOptions({
    queryKey: ["reviews", "mine", email],
    queryFn: ({ signal }) => send("GET /reviews/mine", { signal }),
    // The server lists the oldest first.
    select: (reviews) => reviews.toReversed(),
    ...PRIVATE,
  });

/** Whether the account may review, and what a review may be about. */
export const reviewOptionsQuery = (email: string) =>
  privateQuery(["reviews", "options", email], "/reviews/options");

export const useEditReview = ({ _id }: Review) =>
  useChange(
    (body: { review: string; rating: number }) =>
      send("PUT /reviews/{id}", { path: { id: _id }, body }),
    ["reviews"],
  );
