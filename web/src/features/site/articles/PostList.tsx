import { useInfiniteQuery } from "@tanstack/react-query";
import type { Post } from "../../../api/client.ts";
import { useShop } from "../../../api/shop.ts";
import { postPath } from "../../../page-paths.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { dayText } from "../../../ui/day.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { texts } from "./blogs.texts.en.ts";
import { postsQuery } from "./queries.ts";

/** What the owner and staff have published, newest first. The demo has it below the specified articles. */
export function PostList() {
  const { hasArticles } = useShop();
  const list = useInfiniteQuery(postsQuery);
  const { data, error, refetch } = list;
  const posts = data?.pages.flatMap((page) => page.rows);
  if (!posts && error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!posts) return hasArticles ? null : <Spinner label={texts.loading} />;
  if (posts.length === 0)
    return hasArticles ? null : (
      <EmptyState title={texts.noPosts}>{texts.nothingWritten}</EmptyState>
    );
  return (
    <section aria-label={texts.posts}>
      {hasArticles && <p className="eyebrow mt-8 mb-5">{texts.fromTheShop}</p>}
      <ul>
        {posts.map((post) => (
          <li key={post._id} className="border-t border-rule-strong py-8 sm:py-10">
            <PostCard post={post} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} className="mt-6 text-center" />
    </section>
  );
}

const PostCard = ({ post }: { post: Post }) => (
  <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-x-5 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-x-10">
    <div className={post.picture ? "bg-plate" : ""}>
      {post.picture && <Picture src={post.picture} alt={post.pictureAlt} sizes="128px" />}
    </div>
    <div className="min-w-0">
      <time dateTime={post.publishedAt} className="text-sm text-quiet">
        {dayText(post.publishedAt ?? post.createdAt)}
      </time>
      <h2 className="mt-1 text-heading wrap-anywhere" dir="auto">
        <AppLink to={postPath(post)} className="underline-offset-4 hover:underline">
          {post.title}
        </AppLink>
      </h2>
      <p className="mt-3 max-w-prose text-quiet wrap-anywhere" dir="auto">
        {post.summary}
      </p>
    </div>
  </div>
);
