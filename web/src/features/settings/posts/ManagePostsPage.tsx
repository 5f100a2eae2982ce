import { useInfiniteQuery } from "@tanstack/react-query";
import type { Post } from "../../../api/client.ts";
import { useRole } from "../../../api/session/use-role.ts";
import { hasPart, useShop } from "../../../api/shop.ts";
import { editPostPath, postPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { useConfirmDelete } from "../../../ui/use-confirm.tsx";
import { managedPostsQuery, useDeletePost } from "./queries.ts";

export default function ManagePostsPage() {
  const list = useInfiniteQuery(managedPostsQuery);
  const { data, error, refetch } = list;
  const posts = data?.pages.flatMap((page) => page.rows);
  const isShown = hasPart(useShop(), "blogs");
  const isAdmin = useRole().data === "admin";
  const add = (
    <AppLink to={paths.newPost} className="btn btn-primary">
      New post
    </AppLink>
  );
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-title">Blog posts</h1>
        {posts && posts.length > 0 && add}
      </div>
      <p className="mt-4 mb-8 max-w-prose text-quiet">
        {isShown
          ? "Visitors read published posts on Blogs, and with a feed reader."
          : "Blogs is off, so visitors see no posts. The owner turns it on in Shop settings."}
      </p>
      {!posts ? (
        error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label="Loading the posts" />
        )
      ) : posts.length > 0 ? (
        <PostsTable posts={posts} isShown={isShown} isAdmin={isAdmin} />
      ) : (
        <EmptyState title="No posts yet" action={add}>
          Tell your customers what is new, or how they use a tool.
        </EmptyState>
      )}
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

interface PostsTableProps {
  posts: Post[];
  isShown: boolean;
  isAdmin: boolean;
}

function PostsTable({ posts, isShown, isAdmin }: PostsTableProps) {
  const deletion = useDeletePost();
  const { ask, dialog } = useConfirmDelete<Post>({
    nameOf: ({ title }) => <span dir="auto">{title}</span>,
    remove: async (post) => {
      await deletion.mutateAsync(post);
      return { kind: "success", text: `Post ${post.title} is deleted` };
    },
  });
  const deletionColumn = {
    title: "Delete",
    place: "more" as const,
    cell: (post: Post) => (
      <Button variant="outline" small aria-label={`Delete ${post.title}`} onClick={() => ask(post)}>
        Delete
      </Button>
    ),
  };
  return (
    <>
      <Table
        caption="Blog posts"
        rows={posts}
        rowKey={({ _id }) => _id}
        columns={[
          {
            title: "Title",
            rowHeader: true,
            className: "min-w-40 wrap-anywhere",
            cell: (post) => (
              <span className="font-medium" dir="auto">
                {post.publishedAt && isShown ? (
                  <AppLink to={postPath(post)} className="underline underline-offset-4">
                    {post.title}
                  </AppLink>
                ) : (
                  post.title
                )}
              </span>
            ),
          },
          {
            title: "State",
            cell: ({ publishedAt }) =>
              publishedAt ? "Published" : <span className="text-warning">Draft</span>,
          },
          {
            title: "Date",
            className: "sm:min-w-36",
            cell: ({ publishedAt, changedAt }) =>
              publishedAt ? (
                <DateText at={publishedAt} />
              ) : (
                <span className="text-quiet">
                  Changed <DateText at={changedAt} />
                </span>
              ),
          },
          {
            title: "Edit",
            place: "action",
            cell: ({ _id, title }) => (
              <AppLink
                to={editPostPath(_id)}
                className="btn btn-outline btn-sm"
                aria-label={`Edit ${title}`}
              >
                Edit
              </AppLink>
            ),
          },
          ...(isAdmin ? [deletionColumn] : []),
        ]}
      />
      {dialog}
    </>
  );
}
