import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { Review, ReviewWithState } from "../../../api/client.ts";
import { useAccount } from "../../../api/session/SessionProvider.tsx";
import { Button } from "../../../ui/Button.tsx";
import { TextArea } from "../../../ui/Field.tsx";
import { FormFailure } from "../../../ui/FormActions.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { clampStars, Stars } from "../../../ui/Stars.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { ownReviewsQuery, useEditReview } from "./own-reviews.ts";
import { texts as cardTexts } from "./review-card.texts.en.tsx";
import { lengthHint, validateReview } from "./review-length.ts";
import { texts } from "./review-page.texts.en.ts";
import { StarPicker } from "./StarPicker.tsx";
import { useDeleteReviewDialog } from "./use-review-deletion.tsx";

/** The customer's reviews, newest first. Shows nothing before the first one. */
export function OwnReviews() {
  const { email } = useAccount();
  const { data: reviews, error, refetch } = useQuery(ownReviewsQuery(email));
  const { ask, dialog } = useDeleteReviewDialog();
  const [edited, setEdited] = useState<string>();

  if (!reviews?.length && !error) return null;
  return (
    <section className="mt-16 max-w-2xl">
      <h2 className="text-heading">{texts.own}</h2>
      {error && !reviews ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className="mt-6 space-y-8">
          {reviews?.map((review) => (
            <li key={review._id} className="border-t border-rule pt-5">
              {edited === review._id ? (
                <EditReviewForm review={review} onDone={() => setEdited(undefined)} />
              ) : (
                <>
                  <Stars rating={review.rating} />
                  <p className="mt-3 wrap-anywhere whitespace-pre-line">{review.review}</p>
                  <ReviewNotes review={review} />
                  <div className="mt-4 flex gap-3">
                    <Button variant="outline" small onClick={() => setEdited(review._id)}>
                      {texts.edit}
                    </Button>
                    <Button variant="outline" small onClick={() => ask(review)}>
                      {texts.delete}
                    </Button>
                  </div>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </section>
  );
}

function ReviewNotes({ review: { state, toolName } }: { review: ReviewWithState }) {
  return (
    <div className="mt-3 space-y-1 text-sm text-quiet wrap-anywhere">
      {toolName && <p>{cardTexts.verifiedPurchase(<bdi>{toolName}</bdi>)}</p>}
      {state === "pending" && <p>{texts.pending}</p>}
      {state === "hidden" && <p>{texts.hidden}</p>}
    </div>
  );
}

function EditReviewForm({ review, onDone }: { review: Review; onDone: () => void }) {
  const editing = useEditReview(review);
  const stars = String(clampStars(review.rating));
  const form = useApiForm({
    keepAs: `review ${review._id}`,
    defaultValues: { rating: stars, review: review.review },
    // A rating that the stars cannot show stays unless it is changed.
    call: ({ rating, review: text }) =>
      editing.mutateAsync({
        rating: rating === stars ? review.rating : Number(rating),
        review: text,
      }),
    done: () => {
      showToast("info", texts.changed);
      onDone();
    },
  });
  const typed = useWatch({ control: form.control });

  return (
    <form noValidate onSubmit={form.submit}>
      <StarPicker rating={typed.rating ?? "0"} {...form.register("rating", { deps: "review" })} />
      <TextArea
        label={texts.text}
        className="mt-5"
        hint={lengthHint(typed.review ?? "")}
        {...form.field("review", { validate: validateReview })}
      />
      <div className="mt-4 flex gap-3">
        <Button variant="outline" small onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button type="submit" small busy={form.busy}>
          {texts.save}
        </Button>
      </div>
      <FormFailure form={form} className="mt-4" />
    </form>
  );
}
