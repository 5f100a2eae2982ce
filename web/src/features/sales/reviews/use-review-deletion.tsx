import { type Review, send } from "../../../api/client.ts";
import { useChange } from "../../../api/use-change.ts";
import { useConfirmDelete } from "../../../ui/use-confirm.tsx";
import { texts } from "./review.texts.en.tsx";

/** Deletes a review after confirmation, for its author and for admins. */
export function useDeleteReviewDialog() {
  const { mutateAsync } = useChange(
    ({ _id }: Review) => send("DELETE /reviews/{id}", { path: { id: _id } }),
    ["reviews"],
  );
  return useConfirmDelete<Review>({
    nameOf: ({ name }) => texts.reviewBy(<span dir="auto">{name}</span>),
    remove: async (review) => {
      await mutateAsync(review);
      return { kind: "info", text: texts.deleted };
    },
  });
}
