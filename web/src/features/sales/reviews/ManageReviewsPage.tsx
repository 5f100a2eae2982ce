import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReviewWithState } from "../../../api/client.ts";
import { Choice } from "../../../ui/Choice.tsx";
import { CsvImport } from "../../../ui/CsvImport.tsx";
import { DayText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { RowActions } from "../../../ui/MoreActions.tsx";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { Stars } from "../../../ui/Stars.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { useSearchParam } from "../../../ui/use-search-param.ts";
import { texts } from "./manage-reviews.texts.en.ts";
import {
  managedReviewsQuery,
  parseState,
  useImportReviews,
  useModeration,
} from "./manage-reviews.ts";
import { ReplyDialog } from "./ReplyDialog.tsx";
import { texts as cardTexts } from "./review-card.texts.en.tsx";
import { useDeleteReviewDialog } from "./use-review-deletion.tsx";

export default function ManageReviewsPage() {
  const [stateText, setState] = useSearchParam("state");
  const state = parseState(stateText);
  const list = useInfiniteQuery(managedReviewsQuery(state));
  const { data, error, refetch } = list;
  const reviews = data?.pages.flatMap((page) => page.rows);

  return (
    <>
      <h1 className="text-title">{texts.title}</h1>
      <p className="mt-4 max-w-prose text-quiet">{texts.lead}</p>
      <Choice
        legend={texts.show}
        className="mt-8 mb-5"
        options={Object.entries(texts.states)}
        value={state}
        onChange={(value) => setState(value === "published" ? "" : value)}
      />
      {!reviews && error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !reviews ? (
        <TableSkeleton label={texts.loading} tall />
      ) : reviews.length === 0 ? (
        <EmptyState title={texts.empty}>{texts.emptyOf[state]}</EmptyState>
      ) : (
        <ReviewsTable reviews={reviews} />
      )}
      <ShowMore list={list} className="mt-8" />
      <section aria-labelledby="former-reviews" className="mt-12">
        <h2 id="former-reviews" className="text-heading">
          {texts.formerShop}
        </h2>
        <p className="mt-2 max-w-prose text-quiet">{texts.formerShopHint}</p>
        <CsvImport label={texts.file} importing={useImportReviews()} />
      </section>
    </>
  );
}

function ReviewsTable({ reviews }: { reviews: ReviewWithState[] }) {
  const { moderate, isBusy } = useModeration();
  const { ask, dialog } = useDeleteReviewDialog();
  const [answered, setAnswered] = useState<ReviewWithState>();
  const actionsOf = (review: ReviewWithState) => {
    const isPublished = review.state === "published";
    const moderation = {
      label: isPublished ? texts.hide : texts.publish,
      name: isPublished ? texts.hideBy(review.name) : texts.publishBy(review.name),
      onPress: () => void moderate(review, isPublished ? "hidden" : "published"),
    };
    const answering = {
      label: review.reply ? texts.changeAnswer : texts.answer,
      name: review.reply ? texts.changeAnswerBy(review.name) : texts.answerBy(review.name),
      onPress: () => setAnswered(review),
    };
    const deletion = {
      label: texts.delete,
      name: texts.deleteBy(review.name),
      onPress: () => ask(review),
    };
    // The buttons have one order in each state, so that no other one comes under the pointer.
    return [moderation, answering, deletion];
  };
  return (
    <>
      <Table
        caption={texts.reviews}
        className="data-list-wide"
        rows={reviews}
        rowKey={({ _id }) => _id}
        columns={[
          {
            title: texts.by,
            rowHeader: true,
            className: "sm:min-w-28 wrap-anywhere",
            cell: ({ name }) => <bdi>{name}</bdi>,
          },
          {
            title: texts.date,
            className: "whitespace-nowrap",
            cell: ({ createdAt }) => <DayText at={createdAt} />,
          },
          { title: texts.review, place: "text", cell: (review) => <ReviewText review={review} /> },
          {
            title: texts.action,
            place: "action",
            cell: (review) => (
              <RowActions
                more={texts.more(review.name)}
                busy={isBusy(review)}
                actions={actionsOf(review)}
              />
            ),
          },
        ]}
      />
      {dialog}
      {answered && <ReplyDialog review={answered} onClose={() => setAnswered(undefined)} />}
    </>
  );
}

const ReviewText = ({
  review: { rating, review, reply, toolName, fromFormerShop },
}: {
  review: ReviewWithState;
}) => (
  <>
    <Stars rating={rating} />
    <p className="mt-1 max-w-prose wrap-anywhere whitespace-pre-line text-base-content" dir="auto">
      {review || <span className="text-quiet">{texts.noText}</span>}
    </p>
    {reply && (
      <p className="mt-2 max-w-prose border-l-2 border-primary pl-3 wrap-anywhere whitespace-pre-line">
        <span className="font-medium">{texts.yourAnswerIs} </span>
        {reply}
      </p>
    )}
    {toolName && (
      <p className="mt-1 text-quiet wrap-anywhere">
        {cardTexts.verifiedPurchase(<bdi>{toolName}</bdi>)}
      </p>
    )}
    {fromFormerShop && <p className="mt-1 text-quiet">{texts.fromFormerShop}</p>}
  </>
);
