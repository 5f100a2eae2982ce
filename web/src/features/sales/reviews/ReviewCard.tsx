import type { Review } from "../../../api/client.ts";
import { useShop } from "../../../api/shop.ts";
import { dayText } from "../../../ui/day.ts";
import { Stars } from "../../../ui/Stars.tsx";
import { texts } from "./review-card.texts.en.tsx";

export function ReviewCard({ review }: { review: Review }) {
  return (
    <figure className="flex h-full flex-col border-t border-rule-strong pt-5">
      <Stars rating={review.rating} />
      <blockquote className="mt-4 grow font-display text-lg leading-relaxed wrap-anywhere">
        <p dir="auto">{review.review}</p>
      </blockquote>
      <figcaption className="mt-5 text-sm font-medium wrap-anywhere" dir="auto">
        {review.name}
        <time dateTime={review.createdAt} className="ml-3 font-normal text-quiet">
          {dayText(review.createdAt)}
        </time>
        {review.toolName && (
          <span className="mt-1 block font-normal text-quiet">
            {texts.verifiedPurchase(<bdi>{review.toolName}</bdi>)}
          </span>
        )}
        {review.fromFormerShop && (
          <span className="mt-1 block font-normal text-quiet">{texts.fromFormerShop}</span>
        )}
      </figcaption>
      {review.reply && <Reply text={review.reply} />}
    </figure>
  );
}

/** The owner's answer. */
function Reply({ text }: { text: string }) {
  const { name } = useShop();
  return (
    <div className="mt-4 border-l-2 border-primary pl-4 text-[0.9375rem] wrap-anywhere">
      <p className="font-medium">{texts.answers(name)}</p>
      <p className="mt-1 whitespace-pre-line text-quiet" dir="auto">
        {text}
      </p>
    </div>
  );
}

/** The placeholder of a ReviewCard. */
export function ReviewCardSkeleton() {
  return (
    <div className="appear-late border-t border-rule pt-5" aria-hidden="true">
      <div className="h-[18px] w-24 bg-base-200" />
      <div className="mt-4 h-32 bg-base-200" />
      <div className="mt-5 h-5 w-32 bg-base-200" />
    </div>
  );
}
