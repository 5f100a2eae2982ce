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
import { texts } from "./texts.en.tsx";

export default function ManagePostsPage() {
  const list = useInfiniteQuery(managedPostsQuery);
  const { data, error, refetch } = list;
  const posts = data?.pages.flatMap((page) => page.rows);
  const isShown = hasPart(useShop(), "blogs");
  const isAdmin = useRole().data === "admin";
  const add = (
    <AppLink to={paths.newPost} className="btn btn-primary">
      {texts.newPost}
    </AppLink>
  );
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-title">{texts.title}</h1>
        {posts && posts.length > 0 && add}
      </div>
      <p className="mt-4 mb-8 max-w-prose text-quiet">
        {isShown ? texts.readOnBlogs : texts.blogsIsOff}
      </p>
      {!posts ? (
        error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label={texts.loading} />
        )
      ) : posts.length > 0 ? (
        <PostsTable posts={posts} isShown={isShown} isAdmin={isAdmin} />
      ) : (
        <EmptyState title={texts.noPosts} action={add}>
          {texts.noPostsHint}
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
      return { kind: "success", text: texts.deleted(post.title) };
    },
  });
  const deletionColumn = {
    title: texts.delete,
    place: "more" as const,
    cell: (post: Post) => (
      <Button
        variant="outline"
        small
        aria-label={texts.deletePost(post.title)}
        onClick={() => ask(post)}
      >
        {texts.delete}
      </Button>
    ),
  };
  return (
    <>
      <Table
        caption={texts.title}
        rows={posts}
        rowKey={({ _id }) => _id}
        columns={[
          {
            title: texts.postTitle,
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
            title: texts.state,
            cell: ({ publishedAt }) =>
              publishedAt ? texts.published : <span className="text-warning">{texts.draft}</span>,
          },
          {
            title: texts.date,
            className: "sm:min-w-36",
            cell: ({ publishedAt, changedAt }) =>
              publishedAt ? (
                <DateText at={publishedAt} />
              ) : (
                <span className="text-quiet">{texts.changedOn(<DateText at={changedAt} />)}</span>
              ),
          },
          {
            title: texts.edit,
            place: "action",
            cell: ({ _id, title }) => (
              <AppLink
                to={editPostPath(_id)}
                className="btn btn-outline btn-sm"
                aria-label={texts.editPost(title)}
              >
                {texts.edit}
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
