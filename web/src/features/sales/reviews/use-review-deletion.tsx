import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Review, unwrap } from "../../../api/client.ts";
import { useConfirmDelete } from "../../../ui/use-confirm-delete.tsx";

/** Deletes a review after confirmation, for its author and for admins. */
export function useDeleteReviewDialog() {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: ({ _id }: Review) =>
      unwrap(api.DELETE("/reviews/{id}", { params: { path: { id: _id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["reviews"] }),
  });
  return useConfirmDelete<Review>({
    nameOf: ({ name }) => (
      <>
        review by <span dir="auto">{name}</span>
      </>
    ),
    remove: async (review) => {
      await mutateAsync(review);
      return { kind: "info", text: "The review is deleted" };
    },
  });
}
