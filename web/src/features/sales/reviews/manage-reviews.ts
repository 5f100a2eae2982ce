import { useRef } from "react";
import { api, type Review, type ReviewWithState, send, unwrap } from "../../../api/client.ts";
import { fileBody } from "../../../api/file-body.ts";
import { PRIVATE, pagesQuery } from "../../../api/query.ts";
import { useChange } from "../../../api/use-change.ts";
import { report } from "../../../ui/report.ts";
import { texts } from "./manage-reviews.texts.en.ts";

type ReviewState = ReviewWithState["state"];

export const parseState = (text: string): ReviewState =>
  text in texts.states ? (text as ReviewState) : "published";

export const managedReviewsQuery = (state: ReviewState) =>
  pagesQuery(
    ["reviews", "managed", state],
    "/manageReviews",
    { query: { state, sort: "newest", limit: 100 } },
    PRIVATE,
  );

/** Writes the owner's answer below a review with the text that the owner has read. */
export const useReply = () =>
  useChange(
    ({ review: { _id, review }, reply }: { review: Review; reply: string }) =>
      send("PUT /manageReviews/{id}/reply", { path: { id: _id }, body: { reply, review } }),
    ["reviews"],
  );

/** Hides or publishes a review with the text that the owner has read. */
export function useModeration() {
  const { mutateAsync, isPending, variables } = useChange(
    ({ review: { _id, review }, state }: { review: Review; state: "published" | "hidden" }) =>
      send("PUT /manageReviews/{id}/state", { path: { id: _id }, body: { state, review } }),
    ["reviews"],
  );

  // Set before the next rendering, so that a double click sends one request.
  const isSending = useRef(false);

  const moderate = async (review: Review, state: "published" | "hidden") => {
    if (isSending.current) return;
    isSending.current = true;
    const text = state === "hidden" ? texts.isHidden : texts.isPublished;
    await report(mutateAsync({ review, state }), text, { kind: "info" });
    isSending.current = false;
  };
  return { moderate, isBusy: ({ _id }: Review) => isPending && variables?.review._id === _id };
}

export const useImportReviews = () =>
  useChange((file: File) => unwrap(api.POST("/review-imports", fileBody(file))), ["reviews"]);
