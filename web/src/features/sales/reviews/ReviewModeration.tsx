import type { Review } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { useModeration } from "./manage-reviews.ts";
import { useDeleteReviewDialog } from "./use-review-deletion.tsx";

/** Hide and Delete, for admins. */
export default function ReviewModeration({ review }: { review: Review }) {
  const { ask, dialog } = useDeleteReviewDialog();
  const { moderate, isBusy } = useModeration();
  return (
    <div className="mt-4 flex shrink-0 gap-3">
      <Button
        variant="outline"
        small
        busy={isBusy(review)}
        aria-label={`Hide the review of ${review.name}`}
        onClick={() => void moderate(review, "hidden")}
      >
        Hide
      </Button>
      <Button
        variant="outline"
        small
        aria-label={`Delete the review of ${review.name}`}
        onClick={() => ask(review)}
      >
        Delete
      </Button>
      {dialog}
    </div>
  );
}
