import type { QueryClient } from "@tanstack/react-query";
import { useShop } from "../../../api/shop.ts";
import { articles } from "./articles.texts.en.ts";
import { texts } from "./blogs.texts.en.ts";
import { PostList } from "./PostList.tsx";
import { postsQuery } from "./queries.ts";

export const prefetch = (queryClient: QueryClient) =>
  void queryClient.prefetchInfiniteQuery(postsQuery);

/** What the owner has written. The specified articles are the demo’s. */
export default function BlogsPage() {
  const { hasArticles } = useShop();
  return (
    <div className="measure py-12 lg:py-16">
      <h1 className="text-title">{texts.title}</h1>
      {hasArticles && <Articles />}
      <div className={hasArticles ? "" : "mt-10"}>
        <PostList />
      </div>
    </div>
  );
}

const Articles = () => (
  <>
    <p className="mt-4 max-w-prose text-lead text-quiet">{texts.introduction}</p>
    <div className="mt-12">
      {articles.map(({ question, answer, example }, index) => (
        <article
          key={question}
          className="grid grid-cols-1 gap-x-10 gap-y-4 border-t border-rule-strong py-10 lg:grid-cols-[4rem_20rem_minmax(0,1fr)]"
        >
          <p className="figures font-display text-quiet">{texts.number(index + 1)}</p>
          <h2 className="text-heading">{question}</h2>
          <div className="max-w-prose min-w-0 space-y-4">
            {answer.map((paragraph) => (
              <Paragraph key={paragraph} text={paragraph} />
            ))}
            <Example code={example} about={question} />
          </div>
        </article>
      ))}
    </div>
  </>
);

/** Text between backticks is code. No paragraph contains the same code twice. */
const Paragraph = ({ text }: { text: string }) => (
  <p>
    {text.split("`").map((piece, place) =>
      place % 2 === 0 ? (
        piece
      ) : (
        <code key={piece} className="bg-base-200 px-1 py-px font-mono text-[0.9em]">
          {piece}
        </code>
      ),
    )}
  </p>
);

/** Long lines scroll, so the keyboard must be able to focus the example. */
const Example = ({ code, about }: { code: string; about: string }) => (
  <pre
    role="region"
    aria-label={texts.exampleOf(about)}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    tabIndex={0}
    className="overflow-x-auto border-l-2 border-rule-strong bg-base-200 px-4 py-3 font-mono text-sm leading-relaxed"
  >
    <code>{code}</code>
  </pre>
);
