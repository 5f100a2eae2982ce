import type { PostPage } from "../../../api/client.ts";
import { dayText } from "../../../ui/day.ts";
import { Markdown } from "../../../ui/Markdown.tsx";
import { Picture } from "../../../ui/Picture.tsx";

interface PostArticleProps {
  post: Pick<PostPage, "title" | "picture" | "pictureAlt" | "publishedAt" | "content">;
  /** `h2` where the page has another first heading. */
  heading?: "h1" | "h2";
}

/** A blog post as visitors read it, also before it is saved. */
export const PostArticle = ({ post, heading: Heading = "h1" }: PostArticleProps) => (
  <article className="pt-2 pb-12">
    <Heading className="max-w-[22ch] text-display wrap-anywhere" dir="auto">
      {post.title}
    </Heading>
    {post.publishedAt && (
      <time dateTime={post.publishedAt} className="mt-4 block text-quiet">
        {dayText(post.publishedAt)}
      </time>
    )}
    <div className="mt-8 grid items-start gap-10 lg:mt-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-16">
      <Markdown nodes={post.content} />
      {post.picture && (
        <div className="w-full max-w-80 bg-plate max-lg:order-first max-sm:max-w-60">
          <Picture src={post.picture} alt={post.pictureAlt} load="first" />
        </div>
      )}
    </div>
  </article>
);
