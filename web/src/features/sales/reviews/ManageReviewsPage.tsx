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
import {
  managedReviewsQuery,
  parseState,
  STATES,
  useImportReviews,
  useModeration,
} from "./manage-reviews.ts";
import { ReplyDialog } from "./ReplyDialog.tsx";
import { useDeleteReviewDialog } from "./use-review-deletion.tsx";

const EMPTY = {
  published: "Customers have not written any review yet.",
  pending: "You have read all new reviews.",
  hidden: "You have not hidden any review.",
};

export default function ManageReviewsPage() {
  const [stateText, setState] = useSearchParam("state");
  const state = parseState(stateText);
  const list = useInfiniteQuery(managedReviewsQuery(state));
  const { data, error, refetch } = list;
  const reviews = data?.pages.flatMap((page) => page.rows);

  return (
    <>
      <h1 className="text-title">Manage Reviews</h1>
      <p className="mt-4 max-w-prose text-quiet">
        Visitors read only published reviews. The author of a hidden review can still see it, marked
        as hidden.
      </p>
      <Choice
        legend="Show"
        className="mt-8 mb-5"
        options={Object.entries(STATES)}
        value={state}
        onChange={(value) => setState(value === "published" ? "" : value)}
      />
      {!reviews && error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !reviews ? (
        <TableSkeleton label="Loading the reviews" tall />
      ) : reviews.length === 0 ? (
        <EmptyState title="No reviews here">{EMPTY[state]}</EmptyState>
      ) : (
        <ReviewsTable reviews={reviews} />
      )}
      <ShowMore list={list} className="mt-8" />
      <section aria-labelledby="former-reviews" className="mt-12">
        <h2 id="former-reviews" className="text-heading">
          Reviews of a former shop
        </h2>
        <p className="mt-2 max-w-prose text-quiet">
          An export of Judge.me, Loox, Shopify Product Reviews or WooCommerce. Import your tools
          first. The reviews are published as ones from your former shop, and count in no rating.
        </p>
        <CsvImport label="File of reviews" importing={useImportReviews()} />
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
    const verb = isPublished ? "Hide" : "Publish";
    const answer = review.reply ? "Change answer" : "Answer";
    const moderation = {
      label: verb,
      name: `${verb} the review by ${review.name}`,
      onPress: () => void moderate(review, isPublished ? "hidden" : "published"),
    };
    const answering = {
      label: answer,
      name: `${answer}: review by ${review.name}`,
      onPress: () => setAnswered(review),
    };
    const deletion = {
      label: "Delete",
      name: `Delete the review by ${review.name}`,
      onPress: () => ask(review),
    };
    // The buttons have one order in each state, so that no other one comes under the pointer.
    return [moderation, answering, deletion];
  };
  return (
    <>
      <Table
        caption="Reviews"
        className="data-list-wide"
        rows={reviews}
        rowKey={({ _id }) => _id}
        columns={[
          {
            title: "By",
            rowHeader: true,
            className: "sm:min-w-28 wrap-anywhere",
            cell: ({ name }) => <bdi>{name}</bdi>,
          },
          {
            title: "Date",
            className: "whitespace-nowrap",
            cell: ({ createdAt }) => <DayText at={createdAt} />,
          },
          { title: "Review", place: "text", cell: (review) => <ReviewText review={review} /> },
          {
            title: "Action",
            place: "action",
            cell: (review) => (
              <RowActions
                more={`More for the review by ${review.name}`}
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
      {review || <span className="text-quiet">No text</span>}
    </p>
    {reply && (
      <p className="mt-2 max-w-prose border-l-2 border-primary pl-3 wrap-anywhere whitespace-pre-line">
        <span className="font-medium">Your answer: </span>
        {reply}
      </p>
    )}
    {toolName && (
      <p className="mt-1 text-quiet wrap-anywhere">
        Verified purchase: <bdi>{toolName}</bdi>
      </p>
    )}
    {fromFormerShop && <p className="mt-1 text-quiet">From the former shop</p>}
  </>
);
