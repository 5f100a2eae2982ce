import type { Review } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { texts } from "./manage-reviews.texts.en.ts";
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
        aria-label={texts.hideOf(review.name)}
        onClick={() => void moderate(review, "hidden")}
      >
        {texts.hide}
      </Button>
      <Button
        variant="outline"
        small
        aria-label={texts.deleteOf(review.name)}
        onClick={() => ask(review)}
      >
        {texts.delete}
      </Button>
      {dialog}
    </div>
  );
}
